public import CaptureDevices
public import MediaCore

/// A frame of a recording. Times count from the recording's begin.
public struct FixtureFrame: Sendable, Hashable {
  /// When the frame was taken, in nanoseconds; which instant that is, the recording says.
  public let timeNanoseconds: Int64
  /// When it was delivered, in nanoseconds.
  public let arrivalNanoseconds: Int64
  /// The camera's frame counter.
  public let sequence: UInt64
  /// The bytes of its payload.
  public let byteCount: Int

  /// A frame from its parts.
  public init(timeNanoseconds: Int64, arrivalNanoseconds: Int64, sequence: UInt64, byteCount: Int) {
    self.timeNanoseconds = timeNanoseconds
    self.arrivalNanoseconds = arrivalNanoseconds
    self.sequence = sequence
    self.byteCount = byteCount
  }
}

/// A stretch of sound of a recording. Times count from the recording's begin.
public struct FixtureChunk: Sendable, Hashable {
  /// Frames between the start of the stream and the chunk's first.
  public let position: Int64
  /// The number of frames.
  public let frameCount: Int
  /// When it was delivered, in nanoseconds.
  public let arrivalNanoseconds: Int64
  /// The reading of the device's clock that came with it; its time counts from the recording's begin.
  public let clock: AudioClockReading?
  /// Whether it stands for sound that was lost.
  public let isFiller: Bool

  /// A chunk from its parts.
  public init(
    position: Int64, frameCount: Int, arrivalNanoseconds: Int64, clock: AudioClockReading?, isFiller: Bool
  ) {
    self.position = position
    self.frameCount = frameCount
    self.arrivalNanoseconds = arrivalNanoseconds
    self.clock = clock
    self.isFiller = isFiller
  }
}

/// How a recording of a device ended, and when, counted from the recording's begin.
public struct FixtureEnd: Sendable {
  /// When, in nanoseconds.
  public let arrivalNanoseconds: Int64
  /// What the device failed with; `nil` if it was stopped.
  public let failure: DeviceError?

  /// An end from its parts.
  public init(arrivalNanoseconds: Int64, failure: DeviceError?) {
    self.arrivalNanoseconds = arrivalNanoseconds
    self.failure = failure
  }

  /// Whether a replay that ends with `error` has come to this end, and would not have gone on.
  func isTold(by error: DeviceError) -> Bool { error.code == .disconnected && failure == nil }
}

/// A device that was plugged in again, and was opened anew: what follows is another stream, with numbers of its own.
public struct FixtureStart: Sendable, Hashable {
  /// When the first of the stream was told, in nanoseconds from the recording's begin.
  public let arrivalNanoseconds: Int64
  /// How often the device had been plugged in since the recording's begin: 1 for the first time that it was back.
  public let instance: Int

  /// A start from its parts.
  public init(arrivalNanoseconds: Int64, instance: Int) {
    self.arrivalNanoseconds = arrivalNanoseconds
    self.instance = instance
  }
}

/// One thing that a camera told the recorder.
public enum FixtureVideoEvent: Sendable {
  /// A frame.
  case frame(FixtureFrame)
  /// Frames that did not make it.
  case skip(count: Int, reason: SkipReason, arrivalNanoseconds: Int64)
  /// The device is back; only behind an end.
  case start(FixtureStart)
  /// The end of a stream. It is the last, unless the device came back or the recording went on without it: behind the
  /// last stream's end stands the recording's own then.
  indirect case end(FixtureEnd)

  /// When it was told, in nanoseconds from the recording's begin.
  public var arrivalNanoseconds: Int64 {
    switch self {
    case .frame(let frame): frame.arrivalNanoseconds
    case .skip(_, _, let arrival): arrival
    case .start(let start): start.arrivalNanoseconds
    case .end(let end): end.arrivalNanoseconds
    }
  }
}

/// One thing that a microphone told the recorder.
public enum FixtureAudioEvent: Sendable {
  /// Sound.
  case chunk(FixtureChunk)
  /// Frames that were lost.
  case loss(frames: Int, arrivalNanoseconds: Int64)
  /// The device is back; only behind an end.
  case start(FixtureStart)
  /// The end of a stream. It is the last, unless the device came back or the recording went on without it: behind the
  /// last stream's end stands the recording's own then.
  indirect case end(FixtureEnd)

  /// When it was told, in nanoseconds from the recording's begin.
  public var arrivalNanoseconds: Int64 {
    switch self {
    case .chunk(let chunk): chunk.arrivalNanoseconds
    case .loss(_, let arrival): arrival
    case .start(let start): start.arrivalNanoseconds
    case .end(let end): end.arrivalNanoseconds
    }
  }
}

/// The recorded camera or microphone came or went.
public struct FixtureDeviceEvent: Sendable, Hashable {
  /// Which of the two.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The camera.
    case camera
    /// The microphone.
    case microphone
  }

  /// Which of the two.
  public let kind: Kind
  /// Whether it came.
  public let isConnected: Bool
  /// When, in nanoseconds from the recording's begin.
  public let arrivalNanoseconds: Int64
  /// Where it came: the camera's node, or what ALSA opens the microphone by; `nil` where that is not known.
  public let node: String?

  /// An event from its parts.
  public init(kind: Kind, isConnected: Bool, arrivalNanoseconds: Int64, node: String? = nil) {
    self.kind = kind
    self.isConnected = isConnected
    self.arrivalNanoseconds = arrivalNanoseconds
    self.node = node
  }
}

/// The checksum of payloads that follow one another.
public struct FixtureCheck: Sendable, Hashable {
  /// The number of the first, among the stream's payloads, from 0.
  public let first: Int
  /// How many there are.
  public let count: Int
  /// Their checksum, by XXH3.
  public let hash: UInt64

  /// A checksum from its parts.
  public init(first: Int, count: Int, hash: UInt64) {
    self.first = first
    self.count = count
    self.hash = hash
  }
}
