import CardLayout
import Diagnostics
import Fonts
import Themes

/// Finds the fonts that the site uses and makes the subsets that are measured and served.
func makeFonts(
  usage: FontUsage, theme: Theme, root: String, jobs: Int, into sink: inout DiagnosticSink
) async -> ServedFonts? {
  let folder = (root == "/" ? "" : root) + "/Themes/" + theme.name
  guard var resolver = FontResolver(themeFolder: folder) else {
    sink.report(.noFontconfig())
    return nil
  }
  let grid = theme.metrics.grid
  var faces: [FontRequest: [FontFace]] = [:]
  for request in usage.characters.keys.sorted() {
    let families = theme.fontStack(request.stack)?.families ?? []
    faces[request] = resolver.faces(
      for: request, families: families.map { FontFamilyReference(name: $0.name, range: $0.range) },
      grid: grid, theme: theme.source, into: &sink)
  }
  if sink.hasErrors { return nil }
  let plan = FontPlan(faces: faces, usage: usage.characters)
  let files = await parallelMap(count: plan.subsets.count, jobs: jobs) { indices in
    indices.map { plan.subsets[$0].face.subset(to: plan.subsets[$0].characters, grid: grid) }
  }
  var made: [[UInt8]] = []
  for (subset, file) in zip(plan.subsets, files) {
    if let file { made.append(file) } else { sink.report(.subsetFailed(subset.face.description.path)) }
  }
  return plan.serve(made, grid: grid)
}

extension Metrics {
  var grid: AdvanceGrid {
    switch self {
    case .natural: .designed
    case .quantised: .sixtieths
    }
  }
}
