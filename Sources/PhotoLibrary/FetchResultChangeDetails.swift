/// The changes by which a list that was fetched became another. Stands for `PHFetchResultChangeDetails`.
///
/// To bring a list that is shown up to date: first remove ``removedIndexes``, which are those of the old list; then
/// insert at ``insertedIndexes``, from the lowest on; then make the ``moves``; at last load again what is at
/// ``changedIndexes``, which are those of the new list. Without incremental changes, load everything again.
public struct FetchResultChangeDetails<Object: LibraryObject>: Sendable {
  /// The list as it was.
  public let fetchResultBeforeChanges: FetchResult<Object>
  /// The list as it is.
  public let fetchResultAfterChanges: FetchResult<Object>
  private let difference: ListDifference?

  /// A Boolean value that indicates whether the change is told index by index.
  public var hasIncrementalChanges: Bool { difference != nil }
  /// The indexes of objects that were removed, in the old list, ascending; `nil` without incremental changes.
  public var removedIndexes: [Int]? { difference?.removed }
  /// The indexes of objects that were inserted, in the list without those that were removed, ascending; `nil` without
  /// incremental changes.
  public var insertedIndexes: [Int]? { difference?.inserted }
  /// The indexes of objects that differ from what they were, in the new list, ascending; `nil` without incremental
  /// changes.
  public var changedIndexes: [Int]? { difference?.changed }
  /// The moves after that: from an index of the list after removals and insertions to one of the new list. All of them
  /// happen at once. Empty without incremental changes.
  public var moves: [(from: Int, to: Int)] { difference?.moves ?? [] }
  /// A Boolean value that indicates whether any object was moved.
  public var hasMoves: Bool { !moves.isEmpty }
  /// The objects that were removed, as they were.
  public let removedObjects: [Object]
  /// The objects that were inserted.
  public let insertedObjects: [Object]
  /// The objects that differ, as they are.
  public let changedObjects: [Object]

  /// Creates the difference of two lists; `nil` if there is none.
  init?(
    from old: FetchResult<Object>, to new: FetchResult<Object>, isUnchanged: (_ new: Object, _ old: Object) -> Bool
  ) {
    let found = ListDifference(
      from: old.map(\.localIdentifier), to: new.map(\.localIdentifier)
    ) { isUnchanged(new[$0], old[$1]) }
    guard !found.isEmpty else { return nil }
    fetchResultBeforeChanges = old
    fetchResultAfterChanges = new
    difference = new.query.wantsIncrementalChangeDetails ? found : nil
    removedObjects = found.removed.map { old[$0] }
    insertedObjects = found.inserted.map { new[$0] }
    changedObjects = found.changed.map { new[$0] }
  }
}
