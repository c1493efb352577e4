import MediaCore
import Testing

@Suite struct FrameStorageTests {
  private struct Refusal: Error {}

  @Test("a copy holds the bytes it was made from", arguments: [0, 1, 63, 64, 65, 32_767, 32_768, 32_769, 100_000])
  func copying(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let storage = bytes.withUnsafeBytes { FrameStorage(copying: $0) }
    #expect(storage.count == count)
    #expect(storage.capacity >= count)
    storage.withBytes { #expect(Array($0) == bytes) }
  }

  @Test("a storage is filled again with fewer bytes and keeps its room")
  func refilling() {
    let storage = FrameStorage(capacity: 10)
    #expect(storage.count == 0)
    storage.withBytes { #expect($0.isEmpty) }
    storage.fill { room in
      #expect(room.count == 10)
      room.copyBytes(from: [1, 2, 3, 4])
      return 4
    }
    storage.withBytes { #expect(Array($0) == [1, 2, 3, 4]) }
    [9].withUnsafeBytes { storage.fill(copying: UnsafeRawBufferPointer(rebasing: $0[0..<1])) }
    storage.withBytes { #expect(Array($0) == [9]) }
    #expect(storage.capacity == 10)
  }

  @Test("a filler that fails leaves the count as it was, and its error comes through")
  func failing() {
    let storage = FrameStorage(capacity: 10)
    storage.fill { _ in 3 }
    #expect(throws: Refusal.self) { try storage.fill { (_) throws(Refusal) in throw Refusal() } }
    #expect(storage.count == 3)
    #expect(throws: Refusal.self) { try storage.withBytes { (_) throws(Refusal) in throw Refusal() } }
  }

  @Test("no room, even a negative one, is room for nothing", arguments: [0, -1, .min])
  func noRoom(capacity: Int) {
    let storage = FrameStorage(capacity: capacity)
    storage.fill { _ in 0 }
    #expect(storage.count == 0)
  }

  @Test("what would pass the capacity is a trap, not an overflow")
  func overfilling() async {
    await #expect(processExitsWith: .failure) {
      let storage = FrameStorage(capacity: 4)
      [UInt8](repeating: 1, count: 5).withUnsafeBytes { storage.fill(copying: $0) }
    }
    await #expect(processExitsWith: .failure) {
      FrameStorage(capacity: 4).fill { _ in 5 }
    }
  }

  @Test("memory begins at a multiple of 64, for vector code")
  func alignment() {
    FrameStorage(capacity: 100).fill {
      #expect(Int(bitPattern: $0.baseAddress) % 64 == 0)
      return 0
    }
  }

  @Test("a frame that keeps a copy outlives the lent one")
  func frames() {
    var bytes: [UInt8] = [1, 2, 3]
    let format = VideoFormat(pixelFormat: .mjpeg, width: 2, height: 2)
    let frame = bytes.withUnsafeBytes {
      VideoFrame(copying: BorrowedVideoFrame(format: format, time: .zero, sequence: 4, bytes: $0))
    }
    bytes = [0, 0, 0]
    frame.storage.withBytes { #expect(Array($0) == [1, 2, 3]) }
    #expect(frame.sequence == 4)
  }
}
