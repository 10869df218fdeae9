/// Does independent work on several tasks and gives the results in the order of the items.
///
/// Each worker takes every `jobs`-th item, so neighbours, which often cost alike, are spread. What a worker makes must
/// not depend on the items it had before: then the number of jobs cannot show in the result.
///
/// - Parameter worker: makes one worker's state and does its share: it gets the indices and returns as many results.
func parallelMap<Result: Sendable>(
  count: Int, jobs: Int, worker: @Sendable @escaping (_ indices: [Int]) -> [Result]
) async -> [Result] {
  let jobs = max(1, min(jobs, count))
  return await withTaskGroup(of: (Int, [Result]).self) { group in
    for first in 0..<jobs {
      group.addTask { (first, worker(Array(stride(from: first, to: count, by: jobs)))) }
    }
    var shares = [[Result]](repeating: [], count: jobs)
    for await (first, results) in group { shares[first] = results }
    return (0..<count).map { shares[$0 % jobs][$0 / jobs] }
  }
}
