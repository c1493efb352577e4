import LiveCapture
import MediaCore

extension CaptureScript.Session {
  private static let keys = [
    "preset", "live", "starts", "preRoll", "postRoll", "stallTimeout", "maximumRingBytes", "maximumBacklog",
    "maximumUnfinishedCaptures", "maximumUnfinishedStills", "maximumMovieDimensions", "jpegQuality", "heicQuality",
    "videoQuality", "hevcQuality", "syncInterval", "sound", "maximumQuality", "outputs",
  ]

  init(_ node: ScriptNode, _ usual: CaptureScript.Session) throws(ScriptError) {
    self = usual
    let fields = try node.fields(Self.keys + CaptureScript.Feature.allCases.map(\.rawValue))
    try fields.read("preset", into: &preset) { n throws(ScriptError) in try n.choice(SessionPreset.self) }
    try fields.read("live", into: &isLive) { n throws(ScriptError) in try n.bool() }
    try fields.read("starts", into: &starts) { n throws(ScriptError) in try n.bool() }
    for feature in CaptureScript.Feature.allCases {
      if let node = fields[feature.rawValue] { features[feature] = try node.bool() }
    }
    try fields.read("maximumQuality", into: &maximumQuality) { n throws(ScriptError) in try n.quality() }
    if let node = fields["outputs"] { outputs = try CaptureScript.Output.list(node) }
    try readTimes(fields)
    try readLimits(fields)
    try fields.read("sound", into: &configuration.audioCoding) { n throws(ScriptError) in
      try n.choice([("aac", .aac(bitRate: 96_000)), ("lpcm", .linearPCM)])
    }
  }

  private mutating func readTimes(_ fields: ScriptFields) throws(ScriptError) {
    try fields.read("preRoll", into: &configuration.preRoll) { n throws(ScriptError) in try n.time(in: 0...10) }
    try fields.read("postRoll", into: &configuration.postRoll) { n throws(ScriptError) in try n.time(in: 0...10) }
    try fields.read("stallTimeout", into: &configuration.stallTimeout) { n throws(ScriptError) in
      try n.time(in: 0.001...3600)
    }
    try fields.read("maximumBacklog", into: &configuration.maximumBacklog) { n throws(ScriptError) in
      try n.time(in: 0.001...3600)
    }
    try fields.read("syncInterval", into: &configuration.syncInterval) { n throws(ScriptError) in
      try n.time(in: 0.001...60)
    }
  }

  private mutating func readLimits(_ fields: ScriptFields) throws(ScriptError) {
    let any = 1...(1 << 40)
    try fields.read("maximumRingBytes", into: &configuration.maximumRingBytes) { n throws(ScriptError) in
      try n.int(in: any)
    }
    try fields.read("maximumUnfinishedCaptures", into: &configuration.maximumUnfinishedCaptures) {
      n throws(ScriptError) in try n.int(in: any)
    }
    try fields.read("maximumUnfinishedStills", into: &configuration.maximumUnfinishedStills) {
      n throws(ScriptError) in try n.int(in: any)
    }
    try fields.read("maximumMovieDimensions", into: &configuration.maximumMovieDimensions) {
      n throws(ScriptError) in try n.size()
    }
    try fields.read("jpegQuality", into: &configuration.jpegQuality) { n throws(ScriptError) in
      try n.int(in: 1...100)
    }
    try fields.read("heicQuality", into: &configuration.heicQuality) { n throws(ScriptError) in
      try n.int(in: 1...100)
    }
    try fields.read("videoQuality", into: &configuration.videoQuality) { n throws(ScriptError) in
      try n.int(in: 1...51)
    }
    try fields.read("hevcQuality", into: &configuration.hevcQuality) { n throws(ScriptError) in
      try n.int(in: 1...51)
    }
  }
}

extension CaptureProfile {
  fileprivate static let keys = [
    "deniedInput", "duplicateInput", "sequenceCount", "delivery", "movieEndedByReconfiguration",
    "movieEndedByInterruption", "existingFile", "movieFailure", "unplugged", "exposureCalls",
    "recordingEndedEarly",
  ]

  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    let fields = try node.fields(Self.keys + EventShuffle.keys)
    try fields.read("deniedInput", into: &deniedInput) { n throws(ScriptError) in try n.choice(DeniedInput.self) }
    try fields.read("duplicateInput", into: &duplicateInput) { n throws(ScriptError) in
      try n.choice(DuplicateInput.self)
    }
    try fields.read("sequenceCount", into: &sequenceCount) { n throws(ScriptError) in
      try n.choice(SequenceCount.self)
    }
    try fields.read("delivery", into: &delivery) { n throws(ScriptError) in try n.choice(Delivery.self) }
    try fields.read("movieEndedByReconfiguration", into: &movieEndedByReconfiguration) { n throws(ScriptError) in
      try n.choice(EndedMovie.self)
    }
    try fields.read("movieEndedByInterruption", into: &movieEndedByInterruption) { n throws(ScriptError) in
      try n.choice(EndedMovie.self)
    }
    try fields.read("existingFile", into: &existingFile) { n throws(ScriptError) in try n.choice(ExistingFile.self) }
    try fields.read("movieFailure", into: &movieFailure) { n throws(ScriptError) in try n.choice(MovieFailure.self) }
    try fields.read("unplugged", into: &unplugged) { n throws(ScriptError) in
      try n.choice(Unplugged.allCases.map { ("\($0)", $0) })
    }
    try fields.read("exposureCalls", into: &exposureCalls) { n throws(ScriptError) in
      try n.choice(ExposureCalls.self)
    }
    try fields.read("recordingEndedEarly", into: &recordingEndedEarly) { n throws(ScriptError) in
      try n.choice(EndedMovie.self)
    }
  }
}

extension EventShuffle {
  fileprivate static let keys = ["order", "seed", "longestDelay"]

  /// The order that a script's profile asks for; `nil` is the nominal one.
  init?(profile node: ScriptNode) throws(ScriptError) {
    let fields = try node.fields(CaptureProfile.keys + Self.keys)
    let orders = [("nominal", false), ("shuffled", true)]
    var isShuffled = false
    try fields.read("order", into: &isShuffled) { n throws(ScriptError) in try n.choice(orders) }
    guard isShuffled else {
      if let other = fields["seed"] ?? fields["longestDelay"] {
        throw other.error("this goes with \"order: shuffled\" alone")
      }
      return nil
    }
    self.init(
      seed: UInt64(try fields["seed"]?.int(in: 0...Int.max) ?? 1),
      longestDelay: try fields["longestDelay"]?.time(in: 0...60) ?? MediaTime(value: 2, timescale: 1))
  }
}

extension ScriptNode {
  func quality() throws(ScriptError) -> PhotoQualityPrioritization {
    try choice(PhotoQualityPrioritization.allCases.map { ("\($0)", $0) })
  }

  func authorization() throws(ScriptError) -> AuthorizationStatus {
    try choice(AuthorizationStatus.allCases.map { ("\($0)", $0) })
  }

  /// Cameras or microphones, or what no user is asked about.
  func mediaType() throws(ScriptError) -> MediaType {
    try choice([("camera", .video), ("microphone", .audio), ("muxed", .muxed), ("metadata", .metadata)])
  }

  func photoCodec() throws(ScriptError) -> PhotoCodec { try choice(PhotoCodec.self) }

  func movieCodec() throws(ScriptError) -> VideoCodec { try choice([("h264", .h264), ("hevc", .hevc)]) }

  /// A reason, by Apple's number or by the case's name.
  func interruption() throws(ScriptError) -> InterruptionReason {
    let text = try text()
    if let number = Int(text), let reason = InterruptionReason(rawValue: number) { return reason }
    return try choice(InterruptionReason.allCases.map { ("\($0)", $0) })
  }
}
