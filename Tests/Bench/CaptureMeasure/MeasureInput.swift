import ArgumentParser
import Foundation
import LiveCaptureTesting
import MediaCore

/// The pictures and the sound that are captured, from files, held in memory.
struct MeasureInput: ParsableArguments {
  /// How the camera delivers its pictures.
  enum Coding: String, ExpressibleByArgument { case mjpeg, yuyv }

  @Option(help: "Pictures, one behind the other: whole JPEGs, or YUYV.") var pictures: String
  @Option(help: "How the pictures are coded: mjpeg or yuyv.") var coding = Coding.mjpeg
  @Option(help: "Pixels in a row.") var width: Int
  @Option(help: "Rows.") var height: Int
  @Option(help: "Pictures a second.") var rate = 30
  @Option(help: "Sound of 48 kHz, one channel, 16 bits, without a header.") var sound: String?

  /// Cameras that deliver the same pictures, which are in memory once.
  func cameras(_ count: Int, clock: any MediaClock) throws -> [RepeatingVideoSource] {
    let (format, frames) = try pictureFrames()
    return (0..<count).map { _ in
      RepeatingVideoSource(
        repeating: frames, format: format, frameInterval: MediaTime(value: 1, timescale: Int32(rate)), clock: clock)
    }
  }

  private func pictureFrames() throws -> (VideoFormat, [FrameStorage]) {
    // Mapped: a heap that has held them once stays as large, and would count as the session's.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: pictures), options: .alwaysMapped)
    let format: VideoFormat
    let frames: [Data]
    switch coding {
    case .mjpeg:
      format = VideoFormat(pixelFormat: .mjpeg, width: width, height: height)
      frames = Self.jpegs(in: bytes)
    case .yuyv:
      format = VideoFormat(pixelFormat: .yuyv, width: width, height: height)
      let size = width * height * 2
      frames = stride(from: 0, through: bytes.count - size, by: size).map { bytes[$0..<$0 + size] }
    }
    guard !frames.isEmpty else { throw MeasureError(message: "\(pictures) holds no picture.") }
    return (format, frames.map { frame in frame.withUnsafeBytes { FrameStorage(copying: $0) } })
  }

  func microphone(clock: any MediaClock) throws -> RepeatingAudioSource? {
    guard let sound else { return nil }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: sound))
    return RepeatingAudioSource(
      repeating: [UInt8](bytes), format: AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16),
      clock: clock)
  }

  /// The pictures of a file that ffmpeg wrote: none holds a picture of its own, so each begins where the last one ended.
  private static func jpegs(in bytes: Data) -> [Data] {
    let (start, end) = (Data([0xff, 0xd8]), Data([0xff, 0xd9]))
    var frames: [Data] = []
    var position = bytes.startIndex
    while let first = bytes.range(of: start, in: position..<bytes.endIndex),
      let last = bytes.range(of: end, in: first.upperBound..<bytes.endIndex)
    {
      frames.append(bytes[first.lowerBound..<last.upperBound])
      position = last.upperBound
    }
    return frames
  }
}
