import KioskWeb
import LiveCapture
import MediaCore
import Synchronization

/// Hands the camera's frames to screens: a JPEG as it came, other frames scaled and coded once for all.
final class CameraView: VideoDataOutputDelegate {
  private struct State {
    /// The times of the latest frames.
    var times: [MediaTime] = []
    var failures = 0
  }

  private static let quality = 80
  private static let mostTimes = 150

  let output = VideoDataOutput()
  private let feed: PreviewFeed
  private let pictures: any PictureConverting
  private let packer: Mutex<PackerBox>
  private let state = Mutex(State())

  // Unchecked: a packer is no `Sendable`, and is used under the lock alone.
  private struct PackerBox: ~Copyable, @unchecked Sendable {
    let packer: any FramePacking
  }

  /// - Throws: `CodingError` when there is no encoder for it.
  init(_ feed: PreviewFeed, pictures: any PictureConverting) throws(CodingError) {
    (self.feed, self.pictures) = (feed, pictures)
    packer = Mutex(PackerBox(packer: try pictures.makePacker(quality: Self.quality)))
    output.setSampleBufferDelegate(self, queue: nil)
  }

  func captureOutput(
    _ output: VideoDataOutput, didOutput sampleBuffer: VideoSampleBuffer, from connection: CaptureConnection
  ) {
    state.withLock { state in
      if state.times.count >= Self.mostTimes { state.times.removeFirst(Self.mostTimes / 2) }
      state.times.append(sampleBuffer.presentationTime)
    }
    for width in feed.wantedWidths {
      do throws(CodingError) { try show(sampleBuffer.frame, width) } catch {
        // A damaged frame is left out; the next one comes.
        state.withLock { $0.failures += 1 }
      }
    }
  }

  private func show(_ frame: VideoFrame, _ width: PreviewFeed.Width) throws(CodingError) {
    let isScaled = width != .full && width.rawValue < frame.format.width
    if frame.format.pixelFormat == .mjpeg, !isScaled {
      return frame.storage.withBytes {
        feed.publish($0.bytes, width: width, sequence: frame.sequence, at: frame.time)
      }
    }
    let size: (Int, Int)? =
      isScaled
      ? (width.rawValue, max(2, frame.format.height * width.rawValue / frame.format.width / 2 * 2)) : nil
    let picture = try pictures.convert(frame, to: .yu12, size: size)
    let format = VideoFormat(pixelFormat: .mjpeg, width: picture.format.width, height: picture.format.height)
    let bytes = try packer.withLock { box throws(CodingError) in
      var failure: CodingError?
      let most = box.packer.maximumBytes(for: format)
      let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in  // filled, or none count
        let room = UnsafeMutableRawBufferPointer(buffer)
        do throws(CodingError) {
          count = try picture.storage.withBytes { planes throws(CodingError) in
            try box.packer.pack(planes, laidOutAs: picture.format, as: format, into: room)
          }
        } catch { failure = error }
      }
      if let failure { throw failure }
      return bytes
    }
    feed.publish(bytes.span.bytes, width: width, sequence: frame.sequence, at: frame.time)
  }

  /// Frames a second, and how much the times between them vary, of the latest seconds.
  var pace: (rate: Double, jitterMilliseconds: Double)? {
    let times = state.withLock(\.times)
    guard times.count > 2, let first = times.first, let last = times.last, last > first else { return nil }
    let mean = (last - first).seconds / Double(times.count - 1)
    let squares = zip(times, times.dropFirst()).map { pair in
      let difference = (pair.1 - pair.0).seconds - mean
      return difference * difference
    }
    return (1 / mean, (squares.reduce(0, +) / Double(squares.count)).squareRoot() * 1000)
  }

  /// Frames that could not be shown.
  var failureCount: Int { state.withLock(\.failures) }
}
