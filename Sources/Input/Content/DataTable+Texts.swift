extension DataTable {
  /// The texts of a column, indexed by row; empty texts for missing cells, and an empty list if there is no such
  /// column.
  ///
  /// - Complexity: O(length of the file)
  public func texts(ofColumn name: String) -> [String] {
    guard let column = columns.firstIndex(where: { $0.name == name }) else { return [] }
    return rows.map { text(of: $0, inColumn: column)?.text ?? "" }
  }
}
