import Diagnostics
import MediaCore

extension ScriptExpectations {
  init(_ node: ScriptNode) throws { self = try node.reading(Self(), Self.fields) }

  private static func texts(
    _ key: String, _ property: any WritableKeyPath<Self, [String]?> & Sendable
  ) -> ScriptField<Self> {
    ScriptField(key, property) { try $0.texts() }
  }

  private static var fields: [ScriptField<Self>] {
    [
      ScriptField("timeline", \.timeline) { try $0.course(numbered: true) },
      ScriptField("captures", \.captures) { node in
        try node.dictionary({ try $0.int(in: 1...1_000_000) }) { try Capture($0) }
      },
      ScriptField("badge", \.badge) { try $0.numbers() }, texts("readiness", \.readiness),
      ScriptField("present", \.present) { try $0.texts() }, ScriptField("absent", \.absent) { try $0.texts() },
      texts("files", \.files), texts("session", \.session),
      ScriptField("refusals", \.refusals) { node in
        try node.texts().map { word in ContractRule.allCases.first { "\($0)" == word }?.rawValue ?? word }
      },
      texts("access", \.access), texts("prepared", \.prepared),
      ScriptField("finished", \.finished) { try $0.numbers() },
      ScriptField("waiting", \.waiting) { try $0.numbers() },
      ScriptField("preset", \.preset) { try $0.text() },
      texts("recordings", \.recordings),
      texts("pressure", \.pressure), texts("flash", \.flash),
      ScriptField("outputs", \.outputs) { node in
        try node.dictionary({ try $0.text() }) { try $0.reading(Output(), Output.fields) }
      },
      ScriptField("together", \.together) { try $0.list { try Together($0) } },
    ]
  }
}

extension ScriptNode {
  fileprivate func numbers() throws -> [Int] { try list { try $0.int(in: 0...1_000_000) } }
}

extension ScriptExpectations.Together {
  fileprivate init(_ node: ScriptNode) throws {
    let fields: [ScriptField<Self>] = [
      ScriptField("captures") { list, together in
        together.captures = try list.list { try $0.int(in: 1...1_000_000) }
        guard together.captures.count > 1 else { throw list.error("name at least two captures, as in [1, 2]") }
      },
      ScriptField("within", \.within) { try $0.time(in: 0...60) },
    ]
    self = try node.reading(Self([], within: .zero), fields, needing: ["captures", "within"])
  }
}

extension ScriptExpectations.Output {
  fileprivate static var fields: [ScriptField<Self>] {
    [
      ScriptField("timeline", \.timeline) { try $0.course(numbered: true) },
      ScriptField("badge", \.badge) { try $0.numbers() }, ScriptField("readiness", \.readiness) { try $0.texts() },
    ]
  }
}

extension ScriptExpectations.Capture {
  fileprivate init(_ node: ScriptNode) throws {
    self.init()
    if node.isScalar { course = try node.course() } else { self = try node.reading(self, Self.fields) }
  }

  private static var fields: [ScriptField<Self>] {
    let many = 0...1_000_000
    return [
      ScriptField("course", \.course) { try $0.course() }, ScriptField("calls", \.calls) { try $0.course() },
      ScriptField("errors", \.errors) { try errors($0) }, ScriptField("refused", \.refused) { try $0.text() },
      ScriptField("duration", \.duration) { try $0.time() },
      ScriptField("photoDisplayTime", \.photoDisplayTime) { try $0.time() },
      ScriptField("photoDisplayTimeAtMost", \.photoDisplayTimeAtMost) { try $0.time() },
      ScriptField("recordedBy", \.recordedBy) { try $0.time() },
      ScriptField("expectedPhotoCount", \.expectedPhotoCount) { try $0.int(in: 0...1000) },
      ScriptField("movieSize", \.movieSize) { try $0.text() },
      ScriptField("previewSize", \.previewSize) { try $0.text() },
      ScriptField("sequenceCounts", \.sequenceCounts) { try $0.list { try $0.int(in: 0...1000) } },
      ScriptField("frames", \.frames) { try $0.int(in: many) },
      ScriptField("droppedFrames", \.droppedFrames) { try $0.int(in: many) },
      ScriptField("audioTracks", \.audioTracks) { try $0.int(in: 0...16) },
      ScriptField("pair", \.isPair) { try $0.bool() },
      ScriptField("brightness", \.brightness) { try $0.list { try $0.number(in: 0...1) } },
      ScriptField("silent", \.isSilent) { try $0.bool() }, ScriptField("proxySize", \.proxySize) { try $0.text() },
    ]
  }

  private static func errors(_ node: ScriptNode) throws -> [String: Int] {
    func letter(_ key: ScriptNode) throws -> String {
      let letter = try key.text()
      guard letter.count == 1, letter.first.flatMap(CaptureStep.init) != nil else {
        throw key.error("\"\(letter)\" is the letter of no step; take P, D, M or F")
      }
      return letter
    }
    return try node.dictionary(letter) { try $0.int(in: -100_000...0) }
  }
}
