import CaptureDevices
import MediaCore
import Synchronization

@testable import LiveCaptureTesting

/// A microphone with one fault: passes on what a good one delivers, and breaks one clause of the contract.
final class DefectiveMicrophone: AudioSource, AudioSink {
  enum Fault: String, CaseIterable, Sendable {
    case doesNotStart, deliversNothing, wrongFormat, shortChunks, gapInPositions, startsPastZero, noReadings
    case readingsBackwards, readingsInTheFuture, wrongRate, loudFiller, hiddenFiller, missingFiller, wrongSource
    case failsByItself, secondStartSucceeds, deliversAfterStop, startsOnlyOnce

    /// The check that has to notice it.
    var check: ConformanceViolation.Check {
      switch self {
      case .doesNotStart: .starts
      case .deliversNothing: .delivers
      case .wrongFormat: .format
      case .shortChunks: .byteCount
      case .gapInPositions, .startsPastZero: .positionsContiguous
      case .noReadings, .readingsBackwards: .clockReadings
      case .readingsInTheFuture: .timesMatchClock
      case .wrongRate: .rate
      case .loudFiller, .hiddenFiller, .missingFiller: .fillerMatchesLoss
      case .wrongSource: .sourceIdentity
      case .failsByItself: .noFailure
      case .secondStartSucceeds: .startTwice
      case .deliversAfterStop: .silentAfterStop
      case .startsOnlyOnce: .restart
      }
    }
  }

  private struct State {
    var sink: (any AudioSink)?
    var isRunning = false
    var starts = 0
    var chunks = 0
  }

  private let good: any AudioSource
  private let fault: Fault
  private let state = Mutex(State())

  var device: AudioDevice { good.device }
  var format: AudioFormat { good.format }

  init(_ good: any AudioSource, fault: Fault) {
    self.good = good
    self.fault = fault
  }

  func start(delivering sink: any AudioSink) throws(DeviceError) {
    let starts = state.withLock { state in
      state.starts += 1
      return state.starts
    }
    if state.withLock({ $0.isRunning }) {
      if fault == .secondStartSucceeds { return }
      throw DeviceError(.invalidState, context: device.id, message: "Running.")
    }
    if fault == .doesNotStart || (fault == .startsOnlyOnce && starts > 1) {
      throw DeviceError(.system, context: device.id, message: "No.")
    }
    state.withLock { state in
      state.isRunning = true
      state.sink = sink
    }
    try good.start(delivering: self)
  }

  func stop() {
    let wasRunning = state.withLock { state in
      defer { state.isRunning = false }
      return state.isRunning
    }
    if fault == .deliversAfterStop, wasRunning { return }
    good.stop()
  }

  func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
    let (sink, count) = state.withLock { state in
      state.chunks += 1
      return (state.sink, state.chunks)
    }
    guard fault != .deliversNothing, let sink else { return }
    if fault == .failsByItself, count >= 6 {
      if count == 6 {
        sink.audioSource(self, didFail: DeviceError(.disconnected, context: device.id, message: "Gone."))
      }
      return
    }
    if fault == .gapInPositions, count == 5 { return }
    if count == 4, fault == .loudFiller || fault == .missingFiller {
      sink.audioSource(self, didLose: chunk.frameCount)
    }
    sink.audioSource(fault == .wrongSource ? good : self, didCapture: altered(chunk, count: count))
  }

  func audioSource(_ source: any AudioSource, didLose frames: Int) {}
  func audioSource(_ source: any AudioSource, didFail error: DeviceError) {}

  private func altered(_ chunk: BorrowedAudioChunk, count: Int) -> BorrowedAudioChunk {
    var (format, position, reading, bytes) = (chunk.format, chunk.position, chunk.clock, chunk.bytes)
    let isFiller = count == 4 && (fault == .loudFiller || fault == .hiddenFiller)
    switch fault {
    case .wrongFormat: format = AudioFormat(sampleRate: 8000, channelCount: 1, sampleFormat: .s16)
    case .shortChunks: bytes = UnsafeRawBufferPointer(rebasing: bytes.dropLast())
    case .startsPastZero: position += 480
    case .noReadings: reading = nil
    default: reading = reading.map { altered($0, count: count) }
    }
    return BorrowedAudioChunk(
      format: format, position: position, frameCount: chunk.frameCount, clock: reading, isFiller: isFiller, bytes: bytes
    )
  }

  private func altered(_ reading: AudioClockReading, count: Int) -> AudioClockReading {
    switch fault {
    case .readingsBackwards where count == 6:
      AudioClockReading(position: reading.position, time: reading.time - MediaTime(value: 1, timescale: 20))
    case .readingsInTheFuture:
      AudioClockReading(position: reading.position, time: reading.time + MediaTime(value: 1, timescale: 20))
    case .wrongRate: AudioClockReading(position: reading.position * 2, time: reading.time)
    default: reading
    }
  }
}
