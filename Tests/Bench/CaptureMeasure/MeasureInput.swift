import ArgumentParser
import Foundation
import Glibc
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
    let frames: [Range<Int>]
    switch coding {
    case .mjpeg:
      format = VideoFormat(pixelFormat: .mjpeg, width: width, height: height)
      frames = Self.jpegs(in: bytes)
    case .yuyv:
      format = VideoFormat(pixelFormat: .yuyv, width: width, height: height)
      let size = width * height * 2
      frames = stride(from: 0, through: bytes.count - size, by: size).map { $0..<$0 + size }
    }
    guard !frames.isEmpty else { throw MeasureError(message: "\(pictures) holds no picture.") }
    return bytes.withUnsafeBytes { bytes in
      (format, frames.map { FrameStorage(copying: UnsafeRawBufferPointer(rebasing: bytes[$0])) })
    }
  }

  func microphone(clock: any MediaClock) throws -> RepeatingAudioSource? {
    guard let sound else { return nil }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: sound))
    return RepeatingAudioSource(
      repeating: [UInt8](bytes), format: AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16),
      clock: clock)
  }

  /// Where the pictures of a file lie that ffmpeg wrote: none holds a picture of its own, so each begins where the last
  /// one ended.
  private static func jpegs(in bytes: Data) -> [Range<Int>] {
    bytes.withUnsafeBytes { bytes in
      var frames: [Range<Int>] = []
      var (begin, place) = (0, 0)
      while let start = bytes.baseAddress, let found = memchr(start + place, 0xff, bytes.count - place) {
        place = UnsafeRawPointer(found) - start + 1
        guard place < bytes.count, bytes[place] == 0xd9 else { continue }
        place += 1
        frames.append(begin..<place)
        begin = place
      }
      return frames
    }
  }
}
