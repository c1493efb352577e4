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
    preset = try fields["preset"]?.choice() ?? preset
    isLive = try fields["live"]?.bool() ?? isLive
    starts = try fields["starts"]?.bool() ?? starts
    for feature in CaptureScript.Feature.allCases {
      if let node = fields[feature.rawValue] { features[feature] = try node.bool() }
    }
    maximumQuality = try fields["maximumQuality"]?.word() ?? maximumQuality
    if let node = fields["outputs"] { outputs = try CaptureScript.Output.list(node) }
    try read(fields, into: &configuration)
  }

  private func read(
    _ fields: ScriptFields, into session: inout SessionConfiguration
  ) throws(ScriptError) {
    let any = 1...(1 << 40)
    session.preRoll = try fields["preRoll"]?.time(in: 0...10) ?? session.preRoll
    session.postRoll = try fields["postRoll"]?.time(in: 0...10) ?? session.postRoll
    session.stallTimeout = try fields["stallTimeout"]?.time(in: 0.001...3600) ?? session.stallTimeout
    session.maximumBacklog = try fields["maximumBacklog"]?.time(in: 0.001...3600) ?? session.maximumBacklog
    session.syncInterval = try fields["syncInterval"]?.time(in: 0.001...60) ?? session.syncInterval
    session.maximumRingBytes = try fields["maximumRingBytes"]?.int(in: any) ?? session.maximumRingBytes
    session.maximumUnfinishedCaptures =
      try fields["maximumUnfinishedCaptures"]?.int(in: any) ?? session.maximumUnfinishedCaptures
    session.maximumUnfinishedStills =
      try fields["maximumUnfinishedStills"]?.int(in: any) ?? session.maximumUnfinishedStills
    session.maximumMovieDimensions = try fields["maximumMovieDimensions"]?.size() ?? session.maximumMovieDimensions
    session.jpegQuality = try fields["jpegQuality"]?.int(in: 1...100) ?? session.jpegQuality
    session.heicQuality = try fields["heicQuality"]?.int(in: 1...100) ?? session.heicQuality
    session.videoQuality = try fields["videoQuality"]?.int(in: 1...51) ?? session.videoQuality
    session.hevcQuality = try fields["hevcQuality"]?.int(in: 1...51) ?? session.hevcQuality
    let codings: [(String, SessionConfiguration.AudioCoding)] = [("aac", .aac(bitRate: 96_000)), ("lpcm", .linearPCM)]
    session.audioCoding = try fields["sound"]?.choice(codings) ?? session.audioCoding
  }
}

extension CaptureScript.Output {
  /// The outputs of a session.
  fileprivate static func list(_ node: ScriptNode) throws(ScriptError) -> [CaptureScript.Output] {
    let outputs = try node.list { (node) throws(ScriptError) in try CaptureScript.Output(node) }
    for (index, output) in outputs.enumerated() where outputs[..<index].contains(where: { $0.name == output.name }) {
      throw try node.list()[index].error("two outputs are called \"\(output.name)\"; names are for one output each")
    }
    guard (1...16).contains(outputs.count) else {
      throw node.error("a session has 1 to 16 outputs here; leave this out for the usual one")
    }
    return outputs
  }

  private init(_ node: ScriptNode) throws(ScriptError) {
    let keys = ["name", "camera", "microphone", "live", "maximumQuality"]
    let fields = try node.fields(keys + CaptureScript.Feature.allCases.map(\.rawValue))
    let name = try fields.required("name")
    self.init(name: try name.text(), camera: try fields["camera"]?.text())
    guard !self.name.isEmpty else { throw name.error("an output is called something; write a word") }
    microphone = try fields["microphone"]?.text()
    isLive = try fields["live"]?.bool()
    maximumQuality = try fields["maximumQuality"]?.word()
    for feature in CaptureScript.Feature.allCases {
      if let node = fields[feature.rawValue] { features[feature] = try node.bool() }
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
    deniedInput = try fields["deniedInput"]?.choice() ?? deniedInput
    duplicateInput = try fields["duplicateInput"]?.choice() ?? duplicateInput
    sequenceCount = try fields["sequenceCount"]?.choice() ?? sequenceCount
    delivery = try fields["delivery"]?.choice() ?? delivery
    movieEndedByReconfiguration =
      try fields["movieEndedByReconfiguration"]?.choice() ?? movieEndedByReconfiguration
    movieEndedByInterruption = try fields["movieEndedByInterruption"]?.choice() ?? movieEndedByInterruption
    existingFile = try fields["existingFile"]?.choice() ?? existingFile
    movieFailure = try fields["movieFailure"]?.choice() ?? movieFailure
    unplugged = try fields["unplugged"]?.word() ?? unplugged
    exposureCalls = try fields["exposureCalls"]?.choice() ?? exposureCalls
    recordingEndedEarly = try fields["recordingEndedEarly"]?.choice() ?? recordingEndedEarly
  }
}

extension EventShuffle {
  fileprivate static let keys = ["order", "seed", "longestDelay"]

  /// The order that a script's profile asks for; `nil` is the nominal one.
  init?(profile node: ScriptNode) throws(ScriptError) {
    let fields = try node.fields(CaptureProfile.keys + Self.keys)
    guard try fields["order"]?.choice([("nominal", false), ("shuffled", true)]) == true else {
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
  func quality() throws(ScriptError) -> PhotoQualityPrioritization { try word() }

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
    return try word()
  }
}
