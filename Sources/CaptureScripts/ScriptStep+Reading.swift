import LiveCapture
import MediaCore
import Simulator

extension ScriptStep {
  private static let moments: [ScriptField<Moment>] = [
    ScriptField("at") { $1 = .at(try $0.time()) }, ScriptField("after") { $1 = .after(try $0.time()) },
    ScriptField("frame") { $1 = .frame(try $0.int(in: 1...1_000_000)) },
  ]

  init(_ node: ScriptNode) throws {
    let actions = ScriptAction.words
    let fields = try node.fields(Self.moments.map(\.key) + ["output"] + actions.map(\.key))
    let words = actions.filter { fields[$0.key] != nil }
    guard words.count == 1, let word = words.first, Self.moments.count(where: { fields[$0.key] != nil }) <= 1 else {
      throw node.error("a step is one action and at most one of at, after and frame")
    }
    var moment = Moment.next
    for field in Self.moments {
      if let time = fields[field.key] { try field.read(time, &moment) }
    }
    let action = try word.read(try node.required(word.key))
    self.init(moment, action, output: try fields["output"]?.text(), line: node.node.mark.line)
    column = node.node.mark.column
    if let node = fields["output"], !action.isAboutOutput {
      let switches = CaptureScript.Feature.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.error(
        "\(word.key) is about no photo output; this goes with press, prepare, live, suspend, maxPhotoDimensions, \(switches)"
      )
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

  fileprivate func textsByName() throws -> [String: String] { try dictionary({ try $0.text() }) { try $0.text() } }

  /// A name of a file in the script's folder, or an address, which is no file's: rule 16 refuses it at the press.
  func movieName() throws(ScriptError) -> String {
    let text = try oneLine()
    return text.contains("://") ? text : try fileName()
  }
}

extension ScriptPress {
  private static var fields: [ScriptField<Self>] {
    [
      ScriptField("kind", \.kind) { try $0.choice() }, ScriptField("codec", \.codec) { try $0.choice() },
      ScriptField("pixels", \.pixels) { try $0.pixelFormat() },
      ScriptField("movieCodec", \.movieCodec) { try $0.movieCodec() },
      ScriptField("movie", \.movie) { try $0.movieName() },
      ScriptField("delegate", \.delegate) { try $0.choice() },
      ScriptField("quality", \.quality) { try $0.name() }, ScriptField("flash", \.flash) { try $0.name() },
      ScriptField("orientation", \.orientation) {
        try $0.choice([("up", .up), ("right", .right), ("down", .down), ("left", .left)])
      },
      ScriptField("preview", \.preview) { try $0.size() }, ScriptField("lag", \.lag) { try $0.time(in: 0...10) },
      ScriptField("biases", \.biases) { try $0.list { try $0.number(in: -100...100) } },
      ScriptField("exposures", \.exposures) { try $0.list { try $0.reading(Exposure(), Exposure.fields) } },
      ScriptField("again", \.again) { try $0.int(in: 1...1_000_000) },
      ScriptField("format", \.format) { try $0.choice() },
      ScriptField("maxDimensions", \.maxDimensions) { try $0.size() },
      ScriptField("metadata", \.metadata) { try $0.textsByName() },
      ScriptField("movieMetadata", \.movieMetadata) { try $0.textsByName() },
    ]
  }

  init(_ node: ScriptNode) throws {
    self.init()
    if node.isScalar { kind = try node.choice() } else { self = try node.reading(self, Self.fields) }
  }
}

extension ScriptPress.Exposure {
  fileprivate static var fields: [ScriptField<Self>] {
    [
      ScriptField("duration", \.duration) { try $0.time(in: 0...3600) },
      ScriptField("gain", \.gain) { try $0.number(in: 0...1_000_000) },
    ]
  }
}

extension ScriptAction {
  /// The kind of device that it is for; `nil` if it is for either, or for none.
  var onlyKind: DeviceOrder.Recipient? {
    switch self {
    case .order(let order, _): order.terms.recipient
    case .switchCamera: .camera
    default: nil
    }
  }

  var isAboutOutput: Bool {
    switch self {
    case .press, .prepare, .live, .suspend, .feature, .maxPhotoDimensions: true
    default: false
    }
  }

  var devices: [String] {
    switch self {
    case .order(_, let names): names
    case .addInput(let name), .removeInput(let name): [name]
    case .activeFormat(let format): [format.camera, format.owner].compactMap { $0 }
    case .switchCamera(let from, let to): [from, to]
    default: []
    }
  }

  /// The text of the step in the log; `nil` for steps that are not logged, or are logged when they are done.
  var text: String? {
    switch self {
    case .press(let press): "press: \(press.kind.rawValue)"
    case .release: "release"
    case .flash(let state): "flash: \(state.rawValue)"
    case .prepare(let kinds): "prepare: " + kinds.map(\.rawValue).joined(separator: ", ")
    case .live(let isOn): "live: \(isOn)"
    case .suspend(let isOn): "suspend: \(isOn)"
    case .feature(let feature, let isOn): "\(feature.rawValue): \(isOn)"
    case .maxPhotoDimensions(let size): "maxPhotoDimensions: \(size)"
    case .stopRecording: "record: stop"
    case .movieOutput(let isAdded): "movieOutput: \(isAdded ? "add" : "remove")"
    case .finishDeferred(let isLater): "finishDeferred: \(isLater ? "afterRestart" : "now")"
    case .order(let order, let names): order.terms.word + ": " + (order.terms.value ?? names.joined(separator: ", "))
    case .failEncoders(let frames): "failEncoders: " + (frames.map { "\($0)" } ?? "never")
    case .failAudioEncoders(let frames): "failAudioEncoders: " + (frames.map { "\($0)" } ?? "never")
    case .failStills(let count): "failStills: \(count)"
    case .slowDelegate(let duration): "slowDelegate: \(duration.milliseconds)"
    case .disk(.full(let room)): "disk: full at byte \(room)"
    case .disk(.slow(let delay)): "disk: slow by \(delay.milliseconds)"
    case .disk(let disk): "disk: \(disk)"
    case .createFile(let name): "createFile: \(name)"
    case .start: "session: start"
    case .stop: "session: stop"
    case .preset(let preset): "preset: \(preset.rawValue)"
    case .switchCamera(let old, let new): "switchCamera: \(old) to \(new)"
    case .addInput(let name): "addInput: \(name)"
    case .removeInput(let name): "removeInput: \(name)"
    case .configuration(let begins): "configuration: \(begins ? "begin" : "commit")"
    case .activeFormat(let format): "activeFormat: \(format.size)"
    case .interrupt(let reason): "interrupt: \(reason.rawValue)"
    case .endInterruption(let reason): "endInterruption: \(reason.rawValue)"
    case .requestAccess(let mediaType): "requestAccess: \(ScriptPrompts.name(mediaType))"
    case .answer(let mediaType, let isGranted):
      "answer: \(ScriptPrompts.name(mediaType)) \(isGranted ? "granted" : "denied")"
    case .record, .advance: nil
    }
  }
}
