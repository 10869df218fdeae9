extension DataTable {
  /// The texts of a column, by row; empty where a row has none, and without elements where there is no such column.
  ///
  /// - Complexity: O(rows)
  public func texts(ofColumn name: String) -> [String] {
    guard let column = columns.firstIndex(where: { $0.name == name }) else { return [] }
    return rows.map { row in
      guard case .text(let text)? = row.values[column]?.kind else { return "" }
      return String(decoding: text.bytes, as: UTF8.self)
    }
  }
}
