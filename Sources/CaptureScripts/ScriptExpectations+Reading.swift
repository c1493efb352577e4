import Diagnostics
import MediaCore

extension ScriptExpectations {
  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    let fields = try node.fields([
      "timeline", "captures", "badge", "readiness", "present", "absent", "files", "session", "refusals",
      "access", "prepared", "finished", "waiting", "preset", "recordings", "pressure", "flash", "outputs",
      "together",
    ])
    if let node = fields["timeline"] { timeline = try node.course(numbered: true) }
    if let node = fields["captures"] {
      for (key, value) in try node.entries() { captures[try key.int(in: 1...1_000_000)] = try Capture(value) }
    }
    for (key, value) in try fields["outputs"]?.entries() ?? [] { outputs[try key.text()] = try Output(value) }
    for node in try fields["together"]?.list() ?? [] { together.append(try Together(node)) }
    badge = try Self.numbers(fields["badge"])
    readiness = try Self.words(fields["readiness"])
    present = try Self.words(fields["present"]) ?? []
    absent = try Self.words(fields["absent"]) ?? []
    files = try Self.words(fields["files"])
    session = try Self.words(fields["session"])
    refusals = try Self.words(fields["refusals"])?.map { word in
      ContractRule.allCases.first { "\($0)" == word }?.rawValue ?? word
    }
    access = try Self.words(fields["access"])
    prepared = try Self.words(fields["prepared"])
    recordings = try Self.words(fields["recordings"])
    pressure = try Self.words(fields["pressure"])
    flash = try Self.words(fields["flash"])
    finished = try Self.numbers(fields["finished"])
    waiting = try Self.numbers(fields["waiting"])
    if let node = fields["preset"] { preset = try node.text() }
  }

  fileprivate static func numbers(_ node: ScriptNode?) throws(ScriptError) -> [Int]? {
    guard let node else { return nil }
    var numbers: [Int] = []
    for number in try node.list() { numbers.append(try number.int(in: 0...1_000_000)) }
    return numbers
  }

  fileprivate static func words(_ node: ScriptNode?) throws(ScriptError) -> [String]? {
    guard let node else { return nil }
    var words: [String] = []
    for word in try node.list() { words.append(try word.text()) }
    return words
  }
}

extension ScriptExpectations.Together {
  init(_ node: ScriptNode) throws(ScriptError) {
    let fields = try node.fields(["captures", "within"])
    let list = try fields.required("captures")
    var captures: [Int] = []
    for number in try list.list() { captures.append(try number.int(in: 1...1_000_000)) }
    guard captures.count > 1 else { throw list.error("name at least two captures, as in [1, 2]") }
    self.init(captures, within: try fields.required("within").time(in: 0...60))
  }
}

extension ScriptExpectations.Output {
  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    let fields = try node.fields(["timeline", "badge", "readiness"])
    if let node = fields["timeline"] { timeline = try node.course(numbered: true) }
    badge = try ScriptExpectations.numbers(fields["badge"])
    readiness = try ScriptExpectations.words(fields["readiness"])
  }
}

extension ScriptExpectations.Capture {
  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    if node.isScalar {
      course = try node.course()
      return
    }
    let fields = try node.fields([
      "course", "calls", "errors", "refused", "duration", "photoDisplayTime", "photoDisplayTimeAtMost", "recordedBy",
      "expectedPhotoCount", "movieSize", "previewSize", "sequenceCounts", "frames", "droppedFrames", "audioTracks",
      "pair", "brightness", "silent", "proxySize",
    ])
    if let node = fields["course"] { course = try node.course() }
    if let node = fields["calls"] { calls = try node.course() }
    if let node = fields["errors"] { errors = try Self.errors(node) }
    if let node = fields["refused"] { refused = try node.text() }
    if let node = fields["duration"] { duration = try node.time() }
    if let node = fields["photoDisplayTime"] { photoDisplayTime = try node.time() }
    if let node = fields["photoDisplayTimeAtMost"] { photoDisplayTimeAtMost = try node.time() }
    if let node = fields["recordedBy"] { recordedBy = try node.time() }
    if let node = fields["expectedPhotoCount"] { expectedPhotoCount = try node.int(in: 0...1000) }
    if let node = fields["movieSize"] { movieSize = try node.text() }
    if let node = fields["previewSize"] { previewSize = try node.text() }
    if let node = fields["sequenceCounts"] {
      var counts: [Int] = []
      for count in try node.list() { counts.append(try count.int(in: 0...1000)) }
      sequenceCounts = counts
    }
    if let node = fields["frames"] { frames = try node.int(in: 0...1_000_000) }
    if let node = fields["droppedFrames"] { droppedFrames = try node.int(in: 0...1_000_000) }
    if let node = fields["audioTracks"] { audioTracks = try node.int(in: 0...16) }
    if let node = fields["pair"] { isPair = try node.bool() }
    if let node = fields["silent"] { isSilent = try node.bool() }
    if let node = fields["proxySize"] { proxySize = try node.text() }
    if let node = fields["brightness"] {
      var values: [Double] = []
      for value in try node.list() { values.append(try value.number(in: 0...1)) }
      brightness = values
    }
  }

  /// Numbers of errors by the letters of steps.
  private static func errors(_ node: ScriptNode) throws(ScriptError) -> [String: Int] {
    var errors: [String: Int] = [:]
    for (key, value) in try node.entries() {
      let letter = try key.text()
      guard letter.count == 1, let character = letter.first, let step = CaptureStep(rawValue: character) else {
        throw key.error("\"\(letter)\" is the letter of no step; take P, D, M or F")
      }
      errors[String(step.rawValue)] = try value.int(in: -100_000...0)
    }
    return errors
  }
}
