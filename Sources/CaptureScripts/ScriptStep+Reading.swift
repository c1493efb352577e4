import LiveCapture
import MediaCore
import Simulator

extension ScriptStep {
  private static let moments = ["at", "after", "frame"]
  private static let actions = [
    "press", "release", "unplug", "replug", "busy", "free", "freeze", "thaw", "clockStep", "share", "overrun",
    "failEncoders", "disk", "createFile", "session",
    "preset", "live", "suspend", "switchCamera", "addInput", "removeInput", "movieOutput", "interrupt",
    "endInterruption", "advance", "failAudioEncoders", "configuration", "activeFormat", "maxPhotoDimensions", "prepare",
    "requestAccess", "answer", "deny", "allow", "finishDeferred", "record", "flash",
  ]

  init(_ node: ScriptNode) throws(ScriptError) {
    let fields = try node.fields(
      Self.moments + ["output"] + Self.actions + FrameFault.allCases.map(\.rawValue)
        + CaptureScript.Feature.allCases.map(\.rawValue))
    let actions = fields.keys.filter { !Self.moments.contains($0) && $0 != "output" }
    let moments = fields.keys.filter { Self.moments.contains($0) }
    guard actions.count == 1, moments.count <= 1, let key = actions.first else {
      throw node.error("a step is one action and at most one of at, after and frame")
    }
    let value = try fields.required(key)
    var moment = Moment.next
    if let time = fields["at"] { moment = .at(try time.time()) }
    if let time = fields["after"] { moment = .after(try time.time()) }
    if let number = fields["frame"] { moment = .frame(try number.int(in: 1...1_000_000)) }
    self.init(moment, try Self.action(key, value), output: try fields["output"]?.text(), line: node.line)
    if let node = fields["output"], !action.isAboutOutput {
      let switches = CaptureScript.Feature.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.error(
        "\(key) is about no photo output; this goes with press, prepare, live, suspend, maxPhotoDimensions, \(switches)"
      )
    }
  }

  private static func action(_ key: String, _ node: ScriptNode) throws(ScriptError) -> ScriptAction {
    if let action = try deviceAction(key, node) { return action }
    if let action = try setupAction(key, node) { return action }
    if let feature = CaptureScript.Feature(rawValue: key) { return .feature(feature, try node.bool()) }
    switch key {
    case "press": return .press(try ScriptPress(node))
    case "release": return .release(capture: try node.int(in: 1...1_000_000))
    case "flash": return .flash(try node.choice(CaptureScript.FlashState.self))
    case "disk": return .disk(try ScriptDisk(node))
    case "createFile": return .createFile(try node.fileName())
    case "session": return try node.choice([("start", ScriptAction.start), ("stop", .stop)])
    case "preset": return .preset(try node.choice(SessionPreset.self))
    case "live": return .live(try node.bool())
    case "suspend": return .suspend(try node.bool())
    case "record": return try ScriptRecording.action(node)
    case "movieOutput": return .movieOutput(try node.choice([("add", true), ("remove", false)]))
    case "interrupt": return .interrupt(try node.interruption())
    case "endInterruption": return .endInterruption(try node.interruption())
    case "failEncoders":
      return .failEncoders(afterFrames: try node.text() == "never" ? nil : try node.int(in: 0...1_000_000))
    default: return .advance(try node.time())
    }
  }

  private static func setupAction(_ key: String, _ node: ScriptNode) throws(ScriptError) -> ScriptAction? {
    switch key {
    case "configuration": return .configuration(begins: try node.choice([("begin", true), ("commit", false)]))
    case "activeFormat":
      let fields = try node.fields(["camera", "of", "size", "locked"])
      var format = ScriptFormat(size: try fields.required("size").size())
      if let node = fields["camera"] { format.camera = try node.text() }
      if let node = fields["of"] { format.owner = try node.text() }
      try fields.read("locked", into: &format.isLocked) { n throws(ScriptError) in try n.bool() }
      return .activeFormat(format)
    case "maxPhotoDimensions": return .maxPhotoDimensions(try node.size())
    case "prepare":
      var kinds: [ScriptPress.Kind] = []
      for node in try node.list() { kinds.append(try node.choice(ScriptPress.Kind.self)) }
      return .prepare(kinds)
    case "requestAccess": return .requestAccess(try node.mediaType())
    case "answer":
      let entries = try node.entries()
      guard entries.count == 1, let entry = entries.first else { throw node.error("one answer at a time") }
      return .answer(
        try entry.key.mediaType(), isGranted: try entry.value.choice([("granted", true), ("denied", false)]))
    case "deny", "allow": return .permit(try names(node), key == "allow")
    case "finishDeferred":
      return .finishDeferred(afterRestart: try node.choice([("now", false), ("afterRestart", true)]))
    default: return nil
    }
  }

  private static func deviceAction(_ key: String, _ node: ScriptNode) throws(ScriptError) -> ScriptAction? {
    if let spoiling = FrameFault(rawValue: key) {
      let order = try DeviceOrder(node, value: "frames", device: "camera")
      return .spoil(spoiling, frames: try order.value.int(in: 1...1_000_000), camera: order.device)
    }
    switch key {
    case "unplug": return .unplug(try names(node))
    case "freeze", "thaw": return .freeze(try names(node), key == "freeze")
    case "busy", "free": return .busy(try node.text(), key == "busy")
    case "addInput": return .addInput(try node.text())
    case "removeInput": return .removeInput(try node.text())
    case "replug":
      if node.isScalar || node.isList { return .replug(try names(node), node: nil, name: nil) }
      let fields = try node.fields(["device", "node", "name"])
      return .replug(
        [try fields.required("device").text()], node: try fields["node"]?.text(), name: try fields["name"]?.text())
    case "clockStep":
      let order = try DeviceOrder(node, value: "seconds", device: "camera")
      return .stepClock(try order.value.time(in: -3600...3600), camera: order.device)
    case "share":
      let order = try DeviceOrder(node, value: "of", device: "camera")
      return .share(try order.value.number(in: 0...4), camera: order.device)
    case "overrun":
      let order = try DeviceOrder(node, value: "frames", device: "microphone")
      return .overrun(frames: try order.value.int(in: 1...100_000_000), microphone: order.device)
    case "failAudioEncoders":
      let order = try DeviceOrder(node, value: "frames", device: "microphone")
      return .failAudioEncoders(
        afterFrames: try order.value.text() == "never" ? nil : try order.value.int(in: 0...100_000_000),
        microphone: order.device)
    case "switchCamera":
      let fields = try node.fields(["from", "to"])
      return .switchCamera(from: try fields.required("from").text(), to: try fields.required("to").text())
    default: return nil
    }
  }

  private static func names(_ node: ScriptNode) throws(ScriptError) -> [String] {
    var names: [String] = []
    for node in try node.list() { names.append(try node.text()) }
    return names
  }

  /// A value alone, which is meant for the first device, or with the name of one.
  private struct DeviceOrder {
    let value: ScriptNode
    var device: String?

    init(_ node: ScriptNode, value key: String, device deviceKey: String) throws(ScriptError) {
      if node.isScalar {
        value = node
      } else {
        let fields = try node.fields([key, deviceKey])
        value = try fields.required(key)
        if let node = fields[deviceKey] { device = try node.text() }
      }
    }
  }
}

extension ScriptNode {
  /// A text that keeps to one line of the log.
  func oneLine() throws(ScriptError) -> String {
    let text = try text()
    guard text.utf8.count <= 4096, !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw error("here a text of one line is needed, without control characters, of 4096 bytes at most") }
    return text
  }

  /// A name of a file in the script's folder.
  func fileName() throws(ScriptError) -> String {
    let text = try oneLine()
    guard !text.isEmpty, text.utf8.count <= 200, !text.hasPrefix("."), !text.contains("/")
    else {
      throw error(
        "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\" is no name of a file: that has 1 to 200 bytes, no \"/\" and "
          + "no dot at its beginning; scripts write into one folder and no other")
    }
    return text
  }

  /// A name of a file in the script's folder, or an address, which is no file's: rule 16 refuses it at the press.
  func movieName() throws(ScriptError) -> String {
    let text = try oneLine()
    return text.contains("://") ? text : try fileName()
  }
}

extension ScriptRecording {
  /// `stop`, a name, or a mapping with how it is recorded.
  fileprivate static func action(_ node: ScriptNode) throws(ScriptError) -> ScriptAction {
    if node.isScalar {
      switch try node.text() {
      case "start": return .record(ScriptRecording())
      case "stop": return .stopRecording
      default: return .record(ScriptRecording(name: try node.fileName()))
      }
    }
    let fields = try node.fields(["name", "codec", "maximumDuration", "maximumSize"])
    var recording = ScriptRecording(name: try fields["name"]?.fileName())
    try fields.read("codec", into: &recording.codec) { n throws(ScriptError) in try n.movieCodec() }
    if let node = fields["maximumDuration"] { recording.maximumDuration = try node.time() }
    if let node = fields["maximumSize"] { recording.maximumSize = try node.int(in: 1...(1 << 40)) }
    return .record(recording)
  }
}

extension ScriptDisk {
  init(_ node: ScriptNode) throws(ScriptError) {
    if node.isScalar {
      self = try node.choice([
        ("works", ScriptDisk.works), ("unwritable", .unwritable), ("vanishes", .vanishes),
      ])
      return
    }
    let fields = try node.fields(["fullAtByte", "slow"])
    switch (fields["fullAtByte"], fields["slow"]) {
    case (let bytes?, nil): self = .full(atByte: try bytes.int(in: 0...(1 << 40)))
    case (nil, let delay?): self = .slow(try delay.time(in: 0...600))
    default: throw node.error("name one of fullAtByte and slow, or write works, unwritable or vanishes")
    }
  }
}

extension ScriptPress {
  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    if node.isScalar {
      kind = try node.choice(Kind.self)
      return
    }
    let fields = try node.fields([
      "kind", "codec", "pixels", "movieCodec", "movie", "delegate", "quality", "flash", "orientation", "preview", "lag",
      "biases", "exposures", "again", "format", "maxDimensions", "metadata", "movieMetadata",
    ])
    try fields.read("kind", into: &kind) { n throws(ScriptError) in try n.choice(Kind.self) }
    try fields.read("codec", into: &codec) { n throws(ScriptError) in try n.photoCodec() }
    if let node = fields["pixels"] { pixels = try node.pixelFormat() }
    if let node = fields["movieCodec"] { movieCodec = try node.movieCodec() }
    if let node = fields["movie"] { movie = try node.movieName() }
    try fields.read("delegate", into: &delegate) { n throws(ScriptError) in try n.choice(Delegate.self) }
    try fields.read("quality", into: &quality) { n throws(ScriptError) in try n.quality() }
    try fields.read("flash", into: &flash) { n throws(ScriptError) in
      try n.choice(FlashMode.allCases.map { ("\($0)", $0) })
    }
    if let node = fields["orientation"] {
      orientation = try node.choice([("up", .up), ("right", .right), ("down", .down), ("left", .left)])
    }
    if let node = fields["preview"] { preview = try node.size() }
    try fields.read("lag", into: &lag) { n throws(ScriptError) in try n.time(in: 0...10) }
    if let node = fields["biases"] {
      var biases: [Double] = []
      for bias in try node.list() { biases.append(try bias.number(in: -100...100)) }
      self.biases = biases
    }
    for exposure in try fields["exposures"]?.list() ?? [] { exposures.append(try Exposure(exposure)) }
    try fields.read("format", into: &format) { n throws(ScriptError) in try n.choice(Format.self) }
    if let node = fields["maxDimensions"] { maxDimensions = try node.size() }
    try fields.read("metadata", into: &metadata) { n throws(ScriptError) in try n.texts() }
    try fields.read("movieMetadata", into: &movieMetadata) { n throws(ScriptError) in try n.texts() }
    if let node = fields["again"] { again = try node.int(in: 1...1_000_000) }
  }
}

extension ScriptPress.Exposure {
  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    let fields = try node.fields(["duration", "gain"])
    if let node = fields["duration"] { duration = try node.time(in: 0...3600) }
    if let node = fields["gain"] { gain = try node.number(in: 0...1_000_000) }
  }
}

extension ScriptNode {
  /// Texts by name.
  func texts() throws(ScriptError) -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in try entries() { texts[try key.text()] = try value.text() }
    return texts
  }
}

extension ScriptAction {
  /// The kind of device that it is for, and whom it names of them; `nil` if it is for either, or for none.
  var oneKind: (MediaType, [String])? {
    switch self {
    case .spoil(_, _, let name), .stepClock(_, let name), .share(_, let name): (.video, name.map { [$0] } ?? [])
    case .overrun(_, let name), .failAudioEncoders(_, let name): (.audio, name.map { [$0] } ?? [])
    case .switchCamera(let from, let to): (.video, [from, to])
    default: nil
    }
  }

  /// Whether it is about one of the session's photo outputs.
  var isAboutOutput: Bool {
    switch self {
    case .press, .prepare, .live, .suspend, .feature, .maxPhotoDimensions: true
    default: false
    }
  }

  /// The devices that it names.
  var devices: [String] {
    switch self {
    case .unplug(let names), .replug(let names, _, _), .freeze(let names, _), .permit(let names, _): names
    case .busy(let name, _), .addInput(let name), .removeInput(let name): [name]
    case .activeFormat(let format): [format.camera, format.owner].compactMap { $0 }
    case .spoil(_, _, let name), .stepClock(_, let name), .share(_, let name), .overrun(_, let name),
      .failAudioEncoders(_, let name):
      name.map { [$0] } ?? []
    case .switchCamera(let from, let to): [from, to]
    default: []
    }
  }
}
