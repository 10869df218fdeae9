/// Does independent work on several tasks and gives the results in the order of the items.
///
/// Each worker takes every `jobs`-th item, so neighbours, which often cost alike, are spread. What a worker makes must
/// not depend on the items it had before: then the number of jobs cannot show in the result.
///
/// - Parameter worker: makes one worker's state and does its share: it gets the indices and returns as many results.
func parallelMap<Result: Sendable>(
  count: Int, jobs: Int, worker: @Sendable @escaping (_ indices: [Int]) -> [Result]
) async -> [Result] {
  inOrder(await parallelShares(count: count, jobs: jobs, worker: worker))
}

/// Likewise, and gives what each worker made of its share: every n-th item, of n shares.
func parallelShares<Share: Sendable>(
  count: Int, jobs: Int, worker: @Sendable @escaping (_ indices: [Int]) -> Share
) async -> [Share] {
  let jobs = max(1, min(jobs, count))
  return await withTaskGroup(of: (Int, Share).self) { group in
    for first in 0..<jobs {
      group.addTask { (first, worker(Array(stride(from: first, to: count, by: jobs)))) }
    }
    var shares = [Share?](repeating: nil, count: jobs)
    for await (first, share) in group { shares[first] = share }
    return shares.compactMap(\.self)
  }
}

/// The results of all shares in the order of the items.
func inOrder<Result>(_ shares: [[Result]]) -> [Result] {
  let count = shares.reduce(0) { $0 + $1.count }
  return (0..<count).map { shares[$0 % shares.count][$0 / shares.count] }
}

/// Does independent work on so many tasks at a time, each of one item: for items that cost so differently that no
/// division of them is even.
func parallelMapOneByOne<Result: Sendable>(
  count: Int, jobs: Int, _ transform: @Sendable @escaping (_ index: Int) -> Result
) async -> [Result] {
  await withTaskGroup(of: (Int, Result).self) { group in
    var results = [Result?](repeating: nil, count: count)
    for index in 0..<count {
      if index >= max(1, jobs), let (done, result) = await group.next() { results[done] = result }
      group.addTask { (index, transform(index)) }
    }
    for await (done, result) in group { results[done] = result }
    return results.compactMap(\.self)
  }
}
