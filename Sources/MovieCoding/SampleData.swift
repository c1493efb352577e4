public import MediaCore

/// The bytes of a sample, shared with whoever made them and never copied before they are written.
public struct SampleData: Sendable {
  private enum Source: Sendable {
    case array([UInt8])
    case storage(FrameStorage)
  }
  private let source: Source
  private let range: Range<Int>

  /// All bytes of an array.
  public init(_ bytes: [UInt8]) {
    source = .array(bytes)
    range = 0..<bytes.count
  }

  /// All bytes of a shared storage, which must not be filled again before the movie is written.
  public init(_ storage: FrameStorage) {
    source = .storage(storage)
    range = 0..<storage.count
  }

  private init(source: Source, range: Range<Int>) {
    self.source = source
    self.range = range
  }

  /// The number of bytes.
  public var count: Int { range.count }

  /// A part of the bytes, counted from the first. It must lie within.
  public subscript(part: Range<Int>) -> SampleData {
    precondition(part.lowerBound >= 0 && part.upperBound <= count, "a part outside of its sample")
    return SampleData(source: source, range: range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
  }

  /// Calls `body` with the bytes; they must not be kept beyond the call.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    switch source {
    case .array(let bytes):
      try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    case .storage(let storage):
      try storage.withBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
  }
}
