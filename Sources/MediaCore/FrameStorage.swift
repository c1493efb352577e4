import Glibc
import Synchronization

// Unchecked because the rule below, not the compiler, keeps writes and reads apart.
/// The bytes of one captured frame or stretch of sound, owned once and shared by reference.
///
/// A storage is filled while only its maker holds it, and read-only from the moment it is shared: the still,
/// every movie and the preview of one moment read the same bytes. It may be filled again only by an owner
/// that has made sure it is the last (`isKnownUniquelyReferenced`), which is how a ring recycles memory.
public final class FrameStorage: @unchecked Sendable {
  private static let outstanding = Atomic(0)
  // Frames differ in size, live for seconds and are let go of on other threads than they came from: a heap is full of
  // holes after some captures, and resident with two or three times what is in it. So they have pages of their own.
  private static let leastMappedCapacity = 1 << 15
  private let memory: UnsafeMutableRawBufferPointer
  private let isMapped: Bool
  // Behind a getter, because the runtime watches over accesses to what other modules see.
  private var used = 0
  /// The bytes in use, from the first.
  public var count: Int { used }

  /// Room for `capacity` bytes, none in use yet.
  public init(capacity: Int) {
    if capacity >= Self.leastMappedCapacity, let mapped = Self.map(capacity) {
      (memory, isMapped) = (mapped, true)
    } else {
      (memory, isMapped) = (.allocate(byteCount: max(capacity, 1), alignment: 64), false)
    }
    Self.outstanding.add(1, ordering: .relaxed)
  }

  /// Creates a storage holding a copy of `bytes`.
  public convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(capacity: bytes.count)
    fill(copying: bytes)
  }

  /// Creates a storage holding a copy of `bytes`.
  public convenience init(copying bytes: RawSpan) {
    self.init(capacity: bytes.byteCount)
    bytes.withUnsafeBytes { fill(copying: $0) }
  }

  deinit {
    if isMapped { munmap(memory.baseAddress, memory.count) } else { memory.deallocate() }
    Self.outstanding.subtract(1, ordering: .relaxed)
  }

  private static func map(_ capacity: Int) -> UnsafeMutableRawBufferPointer? {
    let start = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start, start != MAP_FAILED else { return nil }
    return UnsafeMutableRawBufferPointer(start: start, count: capacity)
  }

  /// The number of storages that this process holds, for tests that look for frames that were never released.
  package static var outstandingCount: Int { outstanding.load(ordering: .relaxed) }

  /// The most bytes that fit.
  public var capacity: Int { memory.count }

  /// Replaces the contents with a copy of `bytes`, which must fit. Only for a sole owner.
  public func fill(copying bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= memory.count, "a frame larger than its storage")
    if let source = bytes.baseAddress { memory.baseAddress?.copyMemory(from: source, byteCount: bytes.count) }
    used = bytes.count
  }

  /// Calls `body`, which may write up to ``capacity`` bytes and returns how many are in use. Only for a sole owner.
  /// - Throws: What `body` throws.
  public func fill<Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    let filled = try body(memory)
    precondition((0...memory.count).contains(filled), "a storage filled past its capacity")
    used = filled
  }

  /// Calls `body` with the bytes in use; they must not be kept beyond the call.
  /// - Throws: What `body` throws.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: memory[0..<used]))
  }
}
