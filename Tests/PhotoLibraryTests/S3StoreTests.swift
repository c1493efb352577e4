import ByteCoding
import FileStorage
import Foundation
import Glibc
import Hashing
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import OriginalsS3
@testable import PhotoLibrary

/// Bytes of a file that cannot be read beyond a place for a while, and that remember what was read.
private final class BrittleBytes: ByteSource {
  let name = "brittle"
  let count: Int
  let end: Mutex<Int>
  let read = Mutex<[Int]>([])

  init(count: Int) {
    self.count = count
    end = Mutex(count)
  }

  static func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: (place >> 12) &* 31 &+ place) }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
    guard offset + buffer.count <= end.withLock({ $0 }) else {
      throw ByteError(.unreadable, position: offset, message: "the disk failed")
    }
    read.withLock { $0.append(offset) }
    for index in buffer.indices { buffer[index] = Self.byte(offset + index) }
  }
}

@Suite struct S3StoreTests {
  @Test("a file of many parts that is cut goes on with the part that was cut")
  func resumes() throws {
    let store = try S3Store(StoreKind.url(), environment: ProcessInfo.processInfo.environment, clock: RunningClock())
    let bytes = BrittleBytes(count: 30 << 20)
    let source = bytes
    var hash = SHA256()
    try ByteRope(source).write { hash.update($0) }
    let sha256 = hash.finish()
    bytes.end.withLock { $0 = 20 << 20 }
    var note: String?
    #expect(throws: ByteError.self) {
      try store.put(source, as: "resources/00/long.mov", sha256: sha256, resuming: nil) { note = $0 }
    }
    #expect(try store.size(of: "resources/00/long.mov") == nil, "it appears whole or not at all")
    bytes.end.withLock { $0 = bytes.count }
    bytes.read.withLock { $0 = [] }
    let upload = try #require(note)
    try store.put(source, as: "resources/00/long.mov", sha256: sha256, resuming: upload) { _ in
      Issue.record("the upload began anew")
    }
    #expect(bytes.read.withLock { $0.min() } == 16 << 20, "the parts before are there")
    var place = 0
    let found = try store.get("resources/00/long.mov") { piece in
      let isSame = piece.enumerated().allSatisfy { BrittleBytes.byte(place + $0.offset) == $0.element }
      #expect(isSame)
      place += piece.count
    }
    #expect(place == bytes.count && found == sha256)
    // What was finished before its sender heard of it is not sent again.
    bytes.read.withLock { $0 = [] }
    try store.put(source, as: "resources/00/long.mov", sha256: sha256, resuming: upload) { _ in }
    #expect(bytes.read.withLock { $0 }.isEmpty)
    try store.remove("resources/00/long.mov", abandoning: upload)
    #expect(try store.keys(beginningWith: "resources/").isEmpty)
  }

  @Test("more names than one answer has are all told")
  func manyKeys() throws {
    let store = try S3Store(StoreKind.url(), environment: ProcessInfo.processInfo.environment, clock: RunningClock())
    let names = (0..<63).map { "resources/7f/\($0).jpg" }
    let source = ArrayBytes([1, 2, 3], name: "three")
    var hash = SHA256()
    [1, 2, 3].withUnsafeBytes { hash.update($0) }
    let sha256 = hash.finish()
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      try? store.put(source, as: names[index], sha256: sha256, resuming: nil) { _ in }  // what fails is missed below
    }
    #expect(try Set(store.keys(beginningWith: "resources/7f/")) == Set(names))
    #expect(try store.keys(beginningWith: "resources/7e/").isEmpty)
  }

  @Test("wrong keys, a bucket that is not there and a server that is none are said with what to do")
  func refusals() throws {
    let environment = ProcessInfo.processInfo.environment
    let url = try StoreKind.url()
    func failure(_ url: String, _ changes: [String: String] = [:]) -> FileStoreError? {
      #expect(throws: FileStoreError.self) {
        let patience = Patience(JumpingClock(), opening: .zero, reconnecting: .zero)
        let store = try S3Store(
          url, environment: environment.merging(changes) { $1 }, files: DiskFiles(), patience: patience)
        _ = try store.keys(beginningWith: "resources/")
      }
    }
    let wrong = failure(url, ["AWS_SECRET_ACCESS_KEY": "wrong"])
    #expect(wrong?.code == .accessDenied && wrong?.message.contains("SignatureDoesNotMatch") == true)
    let bucket = failure(url.replacingOccurrences(of: "s3://photos", with: "s3://elsewhere"))
    #expect(bucket?.code == .accessDenied && bucket?.message.contains("no such bucket") == true, "\(bucket as Any)")
    // Keys are asked for when they are needed.
    let keyless = ["HOME": "/nowhere"]
    #expect(throws: Never.self) { try S3Store(url, environment: keyless, clock: JumpingClock()) }
    let none = failure("s3://photos?endpoint=http://127.0.0.1:9")
    #expect(none?.code == .unreachable)
    let text = failure("s3://photos?endpoint=http://127.0.0.1:9", ["AWS_ACCESS_KEY_ID": "", "HOME": "/nowhere"])
    #expect(text?.message.contains("AWS_ACCESS_KEY_ID") == true)
    for bad in ["s3://", "s3:///x", "s3://a b", "s3://a/../b", "http://x", "s3://a?endpoint=ftp://x", "s3://a?x=y"] {
      #expect(failure(bad)?.operation == "parse", "\(bad)")
    }
  }

  @Test("a server that has never answered is waited for briefly, which is told once; then the failure is")
  func waiting() throws {
    let clock = JumpingClock()
    let told = Log<MediaTime>()
    let patience = Patience(clock, attempt: .seconds(1))
    let store = try S3Store(
      "s3://photos?endpoint=http://127.0.0.1:9",
      environment: ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"], files: DiskFiles(), patience: patience
    ) { told.add($0) }
    #expect { try store.size(of: "identifier") } throws: { ($0 as? FileStoreError)?.code == .unreachable }
    #expect(told.all == [.seconds(5)])
    #expect((2...5).contains(clock.now.seconds))
  }

  @Test("keys come from the file that programs for S3 share")
  func credentialsFile() throws {
    let folder = try TemporaryFolder()
    let text = "# mine\n[other]\naws_access_key_id = X\n[ booth ]\naws_access_key_id=AK\n aws_secret_access_key = S=1\n"
    let path = try folder.write(Array(text.utf8), as: "credentials")
    let found = try S3Credentials(
      ["AWS_SHARED_CREDENTIALS_FILE": path, "AWS_PROFILE": "booth"], DiskFiles())
    #expect(found.accessKey == "AK" && found.secretKey == "S=1" && found.sessionToken == nil)
    #expect(throws: FileStoreError.self) { try S3Credentials(["AWS_SHARED_CREDENTIALS_FILE": path], DiskFiles()) }
  }
}
