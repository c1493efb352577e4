import ByteCoding
import FileStorage
import Foundation
import Glibc
import Synchronization
import Testing

@testable import OriginalsS3
@testable import PhotoLibrary

/// The stores that originals may be in.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, s3

  /// An empty store of a test's own.
  func make() throws -> any ObjectStore {
    switch self {
    case .memory: return MemoryStore()
    case .s3: return try S3Store(Self.url(), environment: ProcessInfo.processInfo.environment, clock: RunningClock())
    }
  }

  /// The URL of a part of the bucket that `LIVECAM_S3` names. `Scripts/test` starts a server, and gives it.
  static func url() throws -> String {
    guard let url = ProcessInfo.processInfo.environment["LIVECAM_S3"] else {
      try Test.cancel("LIVECAM_S3 names no store: see Scripts/lib/s3.sh")
    }
    let halves = url.split(separator: "?", maxSplits: 1)
    return halves[0] + "/" + UUID().uuidString + "?" + halves[1]
  }
}

/// A store in memory, whose server a test takes away as it likes.
final class MemoryStore: ObjectStore {
  let name = "memory://store"
  let objects = Mutex<[String: (bytes: [UInt8], sha256: String)]>([:])
  /// Requests that are still answered; `nil` is any number.
  let answersLeft = Mutex<Int?>(nil)

  /// The number of requests so far.
  let requestCount = Atomic(0)

  /// What happens, once, when the next original is about to be sent or fetched.
  let beforeTransfer = Mutex<(@Sendable () -> Void)?>(nil)

  var isAway: Bool {
    get { answersLeft.withLock { $0 == 0 } }
    set { answersLeft.withLock { $0 = newValue ? 0 : nil } }
  }

  private func transferBegins(_ key: String) {
    guard key.hasPrefix("resources/") else { return }
    let before = beforeTransfer.withLock { before in
      defer { before = nil }
      return before
    }
    before?()
  }

  private func answer(_ key: String) throws(FileStoreError) {
    requestCount.wrappingAdd(1, ordering: .relaxed)
    let isAnswered = answersLeft.withLock { left in
      guard let count = left else { return true }
      left = max(0, count - 1)
      return count > 0
    }
    guard isAnswered else {
      throw FileStoreError(path: name + "/" + key, operation: "GET", errno: EHOSTUNREACH, message: "the server is away")
    }
  }

  func put(
    _ source: any ByteSource, as key: String, sha256: String, resuming note: String?, remember: (String) throws -> Void
  ) throws {
    transferBegins(key)
    if note == nil { try remember("") }
    try answer(key)
    let bytes = try source.allBytes()
    objects.withLock { $0[key] = (bytes, sha256) }
  }

  func get(_ key: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> String? {
    transferBegins(key)
    try answer(key)
    guard let object = objects.withLock({ $0[key] }) else {
      throw FileStoreError(path: key, operation: "GET", errno: ENOENT, message: "there is no such object")
    }
    try object.bytes.withUnsafeBytes(body)
    return object.sha256
  }

  func size(of key: String) throws(FileStoreError) -> Int64? {
    try answer(key)
    return objects.withLock { $0[key].map { Int64($0.bytes.count) } }
  }

  func remove(_ key: String, abandoning note: String?) throws(FileStoreError) {
    try answer(key)
    objects.withLock { $0[key] = nil }
  }

  func keys(beginningWith prefix: String) throws(FileStoreError) -> [String] {
    try answer(prefix)
    return objects.withLock { $0.keys.filter { $0.hasPrefix(prefix) } }
  }
}
