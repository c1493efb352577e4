/// The objects that a fetch found, as they were then. Stands for `PHFetchResult`.
///
/// It does not change when the library does: ``LibraryChange/changeDetails(for:)-(FetchResult<Asset>)`` gives the next
/// one.
public struct FetchResult<Object: LibraryObject>: RandomAccessCollection, Sendable {
  let objects: [Object]
  /// The query that fetches the objects again.
  let query: FetchQuery

  /// The place of the first element, which is 0.
  public var startIndex: Int { 0 }
  /// The number of objects.
  public var endIndex: Int { objects.count }
  /// The object at an index, which must lie within.
  public subscript(index: Int) -> Object { objects[index] }
  /// The first object; `nil` if nothing was found.
  public var firstObject: Object? { objects.first }
  /// The last object; `nil` if nothing was found.
  public var lastObject: Object? { objects.last }

  /// Returns the index of the object with this identifier; `nil` if it is not in the result.
  public func index(of object: some LibraryObject) -> Int? {
    objects.firstIndex { $0.localIdentifier == object.localIdentifier }
  }

  /// Returns the number of assets of a type in the result.
  public func count(of type: AssetMediaType) -> Int where Object == Asset { objects.count { $0.mediaType == type } }
}

/// A fetch that can be made again.
enum FetchQuery: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    case library
    case identifiers([String])
    case album(String)
    case smartAlbum(AssetCollection.SmartAlbum)
  }

  case assets(Source, FetchOptions)
  /// Those of the given identifiers; all, without.
  case albums([String]?)

  var wantsIncrementalChangeDetails: Bool {
    if case .assets(_, let options) = self { options.wantsIncrementalChangeDetails } else { true }
  }
}
