import Foundation
import MediaCore
import TestSupport
import Testing

/// What tests in the rig's guest do to its sound cards. Outside the guest nothing here is of use.
enum ALSARig {
  /// Whether this process runs in the guest.
  static let isHere = ProcessInfo.processInfo.environment["LIVECAM_RIG"] == "1"

  /// Whether a card of that id is plugged in.
  static func hasCard(_ id: String) -> Bool { FileManager.default.fileExists(atPath: "/proc/asound/\(id)") }

  /// Starts a program that the guest has from its host, and returns it running.
  static func start(_ words: String...) throws -> Process {
    try Process.starting { process in
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
    }
  }

  /// Runs a shell command to its end, which must be a good one.
  static func shell(_ command: String) throws {
    let process = try start("sh", "-c", command)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "failed: \(command)")
  }

  /// Blocks the calling thread, as a sink does that cannot keep up: how long is what its test measures.
  static func stall(milliseconds: Int32) { poll(nil, 0, milliseconds) }

  /// The descriptors that this process has open.
  static func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  /// Now, on the clock that sound is stamped with.
  static var now: MediaTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MediaTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

/// Stereo noise in which every place is like no other, so that a stretch of it tells where it was taken from.
struct ALSANoise {
  /// 16-bit frames of two channels.
  let bytes: Data
  static let sampleRate = 48_000
  static let frameBytes = 4

  init(seconds: Int) {
    var state: UInt64 = 42
    var data = Data(capacity: seconds * Self.sampleRate * Self.frameBytes)
    for _ in 0..<seconds * Self.sampleRate / 2 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      withUnsafeBytes(of: state ^ state >> 31) { data.append(contentsOf: $0) }
    }
    bytes = data
  }

  /// The noise as a RIFF WAVE file.
  var wave: Data {
    func number(_ value: Int, bytes count: Int) -> Data { Data((0..<count).map { UInt8(value >> (8 * $0) & 0xff) }) }
    var file = Data("RIFF".utf8) + number(36 + bytes.count, bytes: 4) + Data("WAVEfmt ".utf8)
    file += number(16, bytes: 4) + number(1, bytes: 2) + number(2, bytes: 2) + number(Self.sampleRate, bytes: 4)
    file +=
      number(Self.sampleRate * Self.frameBytes, bytes: 4) + number(Self.frameBytes, bytes: 2) + number(16, bytes: 2)
    return file + Data("data".utf8) + number(bytes.count, bytes: 4) + bytes
  }

  /// The frame of the noise at which 64 recorded frames, from `frame` on, were taken.
  func place(of sound: Data, at frame: Int) -> Int? {
    let start = frame * Self.frameBytes
    guard start >= 0, start + 64 * Self.frameBytes <= sound.count else { return nil }
    return bytes.range(of: sound[start..<start + 64 * Self.frameBytes]).map { $0.lowerBound / Self.frameBytes }
  }
}
