import CaptureCodecs
import MediaCore
import Testing

@testable import LiveCapture

/// What becomes of a still when a part of it cannot be made.
@Suite struct StandardStillsTests {
  private let metadata = StillMetadata(
    date: WallTime(secondsSince1970: 0, nanosecond: 0, utcOffsetSeconds: 0))

  private func frame(_ sequence: UInt64) -> VideoFrame {
    let format = VideoFormat(pixelFormat: .yu12, width: 64, height: 48)
    let storage = FrameStorage(capacity: format.frameBytes)
    storage.fill { room in
      room.initializeMemory(as: UInt8.self, repeating: 100)
      return format.frameBytes
    }
    return VideoFrame(format: format, time: .zero, sequence: sequence, storage: storage)
  }

  private func still(of count: UInt64, thumbnailSize: ResolvedPhotoSettings.Dimensions) throws -> MadeStill {
    let order = StillOrder(kind: .jpeg(quality: 90), metadata: metadata, thumbnailSize: thumbnailSize)
    return try StandardStills().make(order, of: (0..<count).map(frame))
  }

  @Test("a still whose thumbnail cannot be made is whole, and says why it has none", arguments: [1, 3])
  func thumbnail(count: UInt64) throws {
    let odd = try still(of: count, thumbnailSize: .init(width: 31, height: 24))
    #expect(odd.thumbnailFailure?.code == .invalidSetting)
    #expect(odd.bytes.starts(with: [0xff, 0xd8]) && odd.frameCount == Int(count))
    let even = try still(of: count, thumbnailSize: .init(width: 32, height: 24))
    #expect(even.thumbnailFailure == nil && even.bytes.count > odd.bytes.count)
  }
}
