import LiveCapture
import MediaCore
import Simulator

extension ScriptAction {
  /// A word of the language, and what is done where it stands.
  struct Word: Sendable {
    let key: String
    let read: @Sendable (ScriptNode) throws -> ScriptAction

    init(_ key: String, _ read: @escaping @Sendable (ScriptNode) throws -> ScriptAction) {
      (self.key, self.read) = (key, read)
    }
  }

  /// Every word, in the order in which messages list them.
  static let words: [Word] =
    captureWords + orderWords + faultWords + sessionWords + userWords
    + CaptureScript.Feature.allCases.map { feature in
      Word(feature.rawValue) { .feature(feature, try $0.bool()) }
    }

  private static let captureWords: [Word] = [
    Word("press") { .press(try ScriptPress($0)) },
    Word("release") { .release(capture: try $0.int(in: 1...1_000_000)) },
    Word("flash") { .flash(try $0.choice()) },
    Word("prepare") { .prepare(try $0.list { try $0.choice() }) },
    Word("record") { try ScriptRecording.action($0) },
    Word("movieOutput") { .movieOutput(try $0.choice([("add", true), ("remove", false)])) },
    Word("maxPhotoDimensions") { .maxPhotoDimensions(try $0.size()) },
    Word("finishDeferred") { .finishDeferred(afterRestart: try $0.choice([("now", false), ("afterRestart", true)])) },
  ]

  private static let orderWords = DeviceOrder.forms.map { Word($0.example, $0.form) }

  static let faultWords: [Word] = [
    Word("failEncoders") { .failEncoders(afterFrames: try $0.frames(in: 0...1_000_000)) },
    Word("failAudioEncoders") { .failAudioEncoders(afterFrames: try $0.frames(in: 0...100_000_000)) },
    Word("failStills") { .failStills(try $0.int(in: 0...1_000_000)) },
    Word("slowDelegate") { .slowDelegate(try $0.time(in: 0...600)) },
    Word("disk") { .disk(try ScriptDisk($0)) }, Word("createFile") { .createFile(try $0.fileName()) },
  ]

  private static let sessionWords: [Word] = [
    Word("session") { try $0.choice([("start", ScriptAction.start), ("stop", .stop)]) },
    Word("preset") { .preset(try $0.choice()) },
    Word("live") { .live(try $0.bool()) },
    Word("suspend") { .suspend(try $0.bool()) },
    Word("switchCamera") { node in
      _ = try node.fields(["from", "to"])
      return .switchCamera(from: try node.required("from").text(), to: try node.required("to").text())
    },
    Word("addInput") { .addInput(try $0.text()) },
    Word("removeInput") { .removeInput(try $0.text()) },
    Word("configuration") { .configuration(begins: try $0.choice([("begin", true), ("commit", false)])) },
    Word("activeFormat") { .activeFormat(try ScriptFormat($0)) },
    Word("interrupt") { .interrupt(try $0.interruption()) },
    Word("endInterruption") { .endInterruption(try $0.interruption()) },
    Word("advance") { .advance(try $0.time()) },
  ]

  private static let userWords: [Word] = [
    Word("requestAccess") { .requestAccess(try $0.mediaType()) },
    Word("answer") { node in
      let entries = try node.entries()
      guard entries.count == 1, let entry = entries.first else { throw node.error("one answer at a time") }
      return .answer(
        try entry.key.mediaType(), isGranted: try entry.value.choice([("granted", true), ("denied", false)]))
    },
  ]
}

extension ScriptAction.Word {
  fileprivate init(_ example: DeviceOrder, _ form: DeviceOrder.Form) {
    let (word, recipient, _) = example.terms
    self.init(word) { node in
      /// A value alone, which is meant for the first device, or with the name of one.
      func order(_ key: String, _ read: (ScriptNode) throws -> DeviceOrder) throws -> ScriptAction {
        guard let recipient, !node.isScalar else { return .order(try read(node)) }
        let fields = try node.fields([key, recipient.rawValue])
        let value = try node.required(key)
        let names = try fields[recipient.rawValue].map { [try $0.text()] } ?? []
        return .order(try read(value), to: names)
      }
      switch form {
      case .devices: return .order(example, to: try node.texts())
      case .device: return .order(example, to: [try node.text()])
      case .place(let make):
        if node.isScalar || node.isList { return .order(make(nil, nil), to: try node.texts()) }
        let fields = try node.fields(["device", "node", "name"])
        let names = [try node.required("device").text()]
        return .order(make(try fields["node"]?.text(), try fields["name"]?.text()), to: names)
      case .frames(let range, let make): return try order("frames") { make(try $0.int(in: range)) }
      case .seconds(let range, let make): return try order("seconds") { make(try $0.time(in: range)) }
      case .factor(let range, let make): return try order("of") { make(try $0.number(in: range)) }
      }
    }
  }
}

extension ScriptNode {
  func texts() throws -> [String] { try list { try $0.text() } }

  /// Returns the number of frames after which something fails; `nil` for `never`.
  fileprivate func frames(in range: ClosedRange<Int>) throws(ScriptError) -> Int? {
    try text() == "never" ? nil : try int(in: range)
  }
}

extension ScriptFormat {
  fileprivate init(_ node: ScriptNode) throws {
    let fields: [ScriptField<Self>] = [
      ScriptField("camera", \.camera) { try $0.text() }, ScriptField("of", \.owner) { try $0.text() },
      ScriptField("size", \.size) { try $0.size() }, ScriptField("locked", \.isLocked) { try $0.bool() },
    ]
    self = try node.reading(Self(size: .none), fields, needing: ["size"])
  }
}

extension ScriptRecording {
  /// `stop`, a name, or a mapping with how it is recorded.
  fileprivate static func action(_ node: ScriptNode) throws -> ScriptAction {
    if node.isScalar {
      switch try node.text() {
      case "start": return .record(ScriptRecording())
      case "stop": return .stopRecording
      default: return .record(ScriptRecording(name: try node.fileName()))
      }
    }
    let fields: [ScriptField<Self>] = [
      ScriptField("name", \.name) { try $0.fileName() }, ScriptField("codec", \.codec) { try $0.movieCodec() },
      ScriptField("maximumDuration", \.maximumDuration) { try $0.time() },
      ScriptField("maximumSize", \.maximumSize) { try $0.int(in: 1...(1 << 40)) },
    ]
    return .record(try node.reading(ScriptRecording(), fields))
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
