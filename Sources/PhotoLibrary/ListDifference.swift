import ByteCoding

/// The difference of two lists of identifiers, as steps that lead from one to the other.
struct ListDifference: Sendable {
  /// Indexes of the old list.
  let removed: [Int]
  /// Indexes of the list without what was removed, which insertions from the lowest on make to be those of the new one
  /// as long as nothing moves.
  let inserted: [Int]
  /// Indexes of the new list.
  let changed: [Int]
  /// The moves, from an index after removals and insertions to one of the new list; as few as can be, ascending by
  /// target.
  let moves: [(from: Int, to: Int)]

  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

  /// - Parameter isUnchanged: whether what is at an index of the new list is as it was at one of the old list.
  init(from old: [String], to new: [String], isUnchanged: (_ new: Int, _ old: Int) -> Bool) {
    let (oldIndexes, newIndexes) = (Self.firstIndexes(old), Self.firstIndexes(new))
    removed = old.indices.filter { newIndexes[old[$0]] == nil }
    inserted = new.indices.filter { oldIndexes[new[$0]] == nil }
    changed = new.indices.filter { index in oldIndexes[new[index]].map { !isUnchanged(index, $0) } ?? false }
    // Inserted objects lie where they will be; between them those that stayed, in their old order.
    let survivors = old.compactMap { newIndexes[$0] }
    var insertedBefore = [0]
    var places: [Int] = []
    for index in new.indices {
      let isInserted = oldIndexes[new[index]] == nil
      if !isInserted { places.append(index) }
      insertedBefore.append((insertedBefore.last ?? 0) + (isInserted ? 1 : 0))
    }
    let pairs = zip(places, survivors).map { (from: $0, to: $1) }
    // Inserted objects rest as well, so that what lies on the wrong side of one must move.
    let candidates = pairs.indices.filter { insertedBefore[pairs[$0].from] == insertedBefore[pairs[$0].to] }
    let resting = Set(Self.longestAscending(candidates.map { pairs[$0].to }).map { candidates[$0] })
    moves = pairs.indices.filter { !resting.contains($0) }.map { pairs[$0] }.sorted { $0.to < $1.to }
  }

  private static func firstIndexes(_ list: [String]) -> [String: Int] {
    Dictionary(zip(list, list.indices)) { first, _ in first }
  }

  /// The positions of a longest ascending subsequence: what need not move.
  static func longestAscending(_ numbers: [Int]) -> Set<Int> {
    var previous = [Int](repeating: -1, count: numbers.count)
    // Of all ascending runs of a length, the one with the lowest end.
    var ends: [Int] = []
    for index in numbers.indices {
      let place = ends.searchFirst { numbers[$0] >= numbers[index] }
      if place > 0 { previous[index] = ends[place - 1] }
      if place == ends.count { ends.append(index) } else { ends[place] = index }
    }
    var chosen: Set<Int> = []
    var next = ends.last ?? -1
    while next >= 0 {
      chosen.insert(next)
      next = previous[next]
    }
    return chosen
  }
}
