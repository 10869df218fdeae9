import Synchronization

/// Does independent work in several tasks and returns the results in the order of the items.
///
/// Each worker gets every `jobs`-th item, so neighbours, which often take equally long, are spread. A worker's results
/// must not depend on its previous items: then the number of jobs does not affect the result.
///
/// - Parameter worker: creates one worker's state and does its share: it gets the indices and returns as many results.
func parallelMap<Result: Sendable>(
  count: Int, jobs: Int, worker: @Sendable @escaping (_ indices: [Int]) -> [Result]
) async -> [Result] {
  inOrder(await parallelShares(count: count, jobs: jobs, worker: worker))
}

/// Does the same as ``parallelMap(count:jobs:worker:)``, for items whose cost differs so much that no fixed division is
/// even: each worker gets the next item when it has finished one.
///
/// - Parameter cost: returns an estimate, in any unit. The costliest items come first, so that no worker waits for one
///   at the end.
func parallelMap<Result: Sendable>(
  unevenCount count: Int, jobs: Int, cost: (_ index: Int) -> Int = { _ in 0 },
  transform: @Sendable @escaping (_ index: Int) -> Result
) async -> [Result] {
  let costs = (0..<count).map(cost)
  let order = costs.indices.sorted { costs[$0] > costs[$1] }
  let shares = await parallelWork(count: count, jobs: jobs) { next in
    var results: [(index: Int, result: Result)] = []
    while let place = next() { results.append((order[place], transform(order[place]))) }
    return results
  }
  return shares.joined().sorted { $0.index < $1.index }.map(\.result)
}

/// Returns the result of each worker for its share: every n-th item, of n shares.
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

/// Distributes items among several workers, in order and one at a time, for items whose cost differs so much that no
/// fixed division is even. A worker's results must not depend on which items it gets.
///
/// - Parameter worker: creates one worker's state and works as long as `next` returns an item.
/// - Returns: the result of each worker, in no particular order.
func parallelWork<Share: Sendable>(
  count: Int, jobs: Int, worker: @Sendable @escaping (_ next: () -> Int?) -> Share
) async -> [Share] {
  let queue = WorkQueue(count: count)
  return await parallelShares(count: min(jobs, count), jobs: jobs) { _ in worker { queue.next() } }
}

private final class WorkQueue: Sendable {
  private let count: Int
  private let first = Mutex(0)

  init(count: Int) { self.count = count }

  func next() -> Int? {
    first.withLock { first in
      guard first < count else { return nil }
      defer { first += 1 }
      return first
    }
  }
}
