import CaptureDevices
import LiveCapture
import MediaCore
import Simulator

extension CaptureScript {
  /// Reads a script out of a file's values. `file` and `bundle` are as for a text.
  /// - Throws: ``ScriptError`` for the first key or value that makes no sense.
  package init(_ root: ScriptValue, file: String, bundle: String?) throws(ScriptError) {
    self.init(file: file)
    if let bundle { world = .recording("fixture", path: bundle) }
    let root = ScriptNode(node: root, file: file, path: "")
    let fields = try root.fields([
      "version", "title", "cases", "world", "cameras", "microphones", "authorization", "session", "profile", "encoder",
      "flash", "steps", "end",
      "expect",
    ])
    let version = try fields.required("version")
    guard try version.text() == "\(Self.version)" else {
      throw version.error("this livecam reads version \(Self.version) of the language; write \"version: 1\"")
    }
    try fields.read("title", into: &title) { node throws(ScriptError) in try node.text() }
    if let node = fields["cases"] {
      for number in try node.list() { cases.append(try number.int(in: 1...90)) }
    }
    try fields.read("world", into: &world) { node throws(ScriptError) in try World(node, bundle: bundle) }
    if let node = fields["cameras"] { cameras = try Self.devices(node) { n throws(ScriptError) in try Camera(n) } }
    if let node = fields["microphones"] {
      microphones = try Self.devices(node) { n throws(ScriptError) in try Microphone(n) }
    }
    try checkNames(fields)
    if let node = fields["authorization"] { authorization = try Authorization(node) }
    if let node = fields["session"] {
      session = try Session(node, session)
      try noteLines(node)
    }
    if let node = fields["profile"] {
      profile = try CaptureProfile(node)
      shuffle = try EventShuffle(profile: node)
    }
    try fields.read("encoder", into: &encoder) { node throws(ScriptError) in try node.choice(Encoder.self) }
    if let node = fields["flash"] { flash = try node.choice(FlashState.self) }
    if let node = fields["steps"] {
      for step in try node.list() { steps.append(try ScriptStep(step)) }
    }
    if let node = fields["end"] { end = try node.time() }
    try fields.read("expect", into: &expectations) { node throws(ScriptError) in try ScriptExpectations(node) }
    try checkDevices(root)
    try checkOutputs(fields["session"], fields["expect"])
    try checkSound()
    try checkOrder(fields["end"])
    try checkCaptures()
  }

  /// The devices of a list, or `none`.
  private static func devices<Device>(
    _ node: ScriptNode, _ read: (ScriptNode) throws(ScriptError) -> Device
  ) throws(ScriptError) -> [Device] {
    if node.isScalar {
      guard try node.text() == "none" else { throw node.error("here a list of devices is needed, or the word none") }
      return []
    }
    var devices: [Device] = []
    for node in try node.list() { devices.append(try read(node)) }
    guard devices.count <= 16 else { throw node.error("16 devices are enough") }
    return devices
  }

  /// The names that steps may use.
  package var cameraNames: [String] { cameras?.map(\.name) ?? ["camera"] }
  /// The names that steps may use.
  var microphoneNames: [String] { microphones?.map(\.name) ?? ["microphone"] }

  /// A name is one device's: steps say it without a word about the device's kind.
  private func checkNames(_ fields: ScriptFields) throws(ScriptError) {
    var taken: [String] = []
    // The devices of scripts that list none are called something, too.
    for (key, others, isUsual) in [
      ("cameras", microphoneNames, microphones == nil), ("microphones", cameraNames, cameras == nil),
    ] {
      guard let list = fields[key], list.isList else { continue }
      for node in try list.list() {
        guard let place = try node.value(of: "name") else { continue }
        let name = try place.text()
        if isUsual, others.contains(name) {
          let other = key == "cameras" ? "microphone" : "camera"
          throw place.error(
            "two devices are called \"\(name)\": this one, and the \(other) of a script that lists no \(other)s; "
              + "choose another name, or write \"\(other)s: none\"")
        }
        guard !taken.contains(name) else {
          throw place.error("two devices are called \"\(name)\"; names are for one device each")
        }
        taken.append(name)
      }
    }
  }

  private func checkDevices(_ root: ScriptNode) throws(ScriptError) {
    let known = cameraNames + microphoneNames
    for (index, step) in steps.enumerated() {
      for name in step.action.devices where !known.contains(name) {
        throw ScriptError(
          file: file, line: step.line, key: "steps[\(index)]",
          message: "no device is called \"\(name)\"; there is \(known.joined(separator: ", "))")
      }
      try checkKinds(step, "steps[\(index)]")
    }
  }

  /// What is done to cameras alone is done to cameras, and what is done to microphones alone to those.
  private func checkKinds(_ step: ScriptStep, _ key: String) throws(ScriptError) {
    guard let (kind, names) = step.action.oneKind else { return }
    let fitting = kind == .video ? cameraNames : microphoneNames
    let word = kind == .video ? "camera" : "microphone"
    for name in names where !fitting.contains(name) {
      throw ScriptError(
        file: file, line: step.line, key: key,
        message: "\"\(name)\" is no \(word); there is \(fitting.isEmpty ? "none" : fitting.joined(separator: ", "))")
    }
    guard fitting.isEmpty else { return }
    throw ScriptError(file: file, line: step.line, key: key, message: "the script has no \(word) to do this to")
  }
}

extension CaptureScript {
  /// Steps are taken in the order in which they are written: none may lie before the one above it.
  private func checkOrder(_ end: ScriptNode?) throws(ScriptError) {
    // The earliest instant at which a step can be taken; frames come whenever they come.
    var earliest = MediaTime.zero
    for (index, step) in steps.enumerated() {
      switch step.moment {
      case .at(let time):
        guard time >= earliest else {
          throw ScriptError(
            file: file, line: step.line, key: "steps[\(index)].at",
            message: "\(time.milliseconds) lies before the step above it, which is not taken before "
              + "\(earliest.milliseconds); steps are taken in their order: move this one up")
        }
        earliest = time
      case .after(let time): earliest = earliest + time
      case .next, .frame: break
      }
      if case .advance(let time) = step.action { earliest = earliest + time }
    }
    if let end, let time = self.end, time < earliest {
      throw end.error(
        "\(time.milliseconds) lies before the last step, which is not taken before \(earliest.milliseconds)")
    }
  }

  /// Captures that steps and expectations name have to be asked for: they have the numbers of their presses.
  private func checkCaptures() throws(ScriptError) {
    var presses = 0
    for (index, step) in steps.enumerated() {
      var named: (key: String, number: Int)?
      switch step.action {
      case .press(let press): named = press.again.map { ("press.again", $0) }
      case .release(let number): named = ("release", number)
      case .flash where flash == nil:
        throw ScriptError(
          file: file, line: step.line, key: "steps[\(index)].flash",
          message: "there is no flash; write \"flash: ready\" beside the cameras")
      default: break
      }
      if let named, named.number > presses {
        throw ScriptError(
          file: file, line: step.line, key: "steps[\(index)].\(named.key)",
          message: "there is no capture \(named.number) yet: \(presses) "
            + "\(presses == 1 ? "press stands" : "presses stand") above this step")
      }
      if case .press = step.action { presses += 1 }
    }
    for step in (expectations.timeline ?? "").split(separator: " ") {
      guard let number = Int(step.dropFirst().filter { $0 != "!" }), number > presses else { continue }
      throw ScriptError(
        file: file, key: "expect.timeline",
        message: "\"\(step)\" is of capture \(number), and the script has \(presses) "
          + "\(presses == 1 ? "press" : "presses")")
    }
    for number in expectations.together.flatMap(\.captures) where number > presses {
      throw ScriptError(
        file: file, key: "expect.together",
        message: "there is no capture \(number): the script has \(presses) \(presses == 1 ? "press" : "presses")")
    }
    guard let last = expectations.captures.keys.max(), last > presses else { return }
    throw ScriptError(
      file: file, key: "expect.captures.\(last)",
      message: "there is no capture \(last): the script has \(presses) \(presses == 1 ? "press" : "presses")")
  }

  /// Sound that makes an encoder fail has to be able to.
  private func checkSound() throws(ScriptError) {
    for (index, step) in steps.enumerated() {
      guard case .failAudioEncoders = step.action else { continue }
      var isFloat = false
      if case .scene(let settings) = world { isFloat = settings.sampleFormat == .float }
      if isFloat, session.configuration.audioCoding != .linearPCM { continue }
      throw ScriptError(
        file: file, line: step.line, key: "steps[\(index)].failAudioEncoders",
        message: "this needs sound that can be no number, and an encoder: "
          + "write \"world: {scene: {sampleFormat: float}}\" and leave \"sound\" at aac")
    }
  }
}

extension CaptureScript.Authorization {
  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    let fields = try node.fields(["camera", "microphone"])
    try fields.read("camera", into: &camera) { n throws(ScriptError) in try n.authorization() }
    try fields.read("microphone", into: &microphone) { n throws(ScriptError) in try n.authorization() }
  }
}

extension CaptureScript.World {
  init(_ node: ScriptNode, bundle: String?) throws(ScriptError) {
    let fields = try node.fields(["scene", "fixture", "movie", "loops"])
    let loops = try fields["loops"]?.bool() ?? false
    func refuseLoops(_ advice: String) throws(ScriptError) {
      if loops, let node = fields["loops"] { throw node.error(advice) }
    }
    switch (fields["scene"], fields["fixture"], fields["movie"]) {
    case (nil, nil, nil):
      // Beside a manifest it goes without saying which recording is meant.
      guard let bundle, fields["loops"] != nil else {
        throw node.error("a world is one of scene, fixture and movie")
      }
      self = .recording("fixture", path: bundle, loops: loops)
    case (let scene?, nil, nil):
      try refuseLoops("a scene never ends: leave this out")
      self = .scene(try SceneSettings(scene))
    case (nil, let fixture?, nil):
      self = .recording("fixture", path: try fixture.filePath(), loops: loops)
    case (nil, nil, let movie?):
      try refuseLoops("a movie is not repeated: make a fixture of it with \"livecam record --camera movie:…\"")
      self = .recording("movie", path: try movie.filePath())
    default: throw node.error("a world is one of scene, fixture and movie")
    }
  }
}

extension SceneSettings {
  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    let fields = try node.fields([
      "seed", "latency", "jitter", "skew", "audioJitter", "noise", "jpegQuality", "sampleFormat",
    ])
    try fields.read("seed", into: &seed) { n throws(ScriptError) in UInt64(try n.int(in: 0...Int.max)) }
    if let node = fields["latency"] { frameLatency = try node.time(in: 0...10) }
    try fields.read("jitter", into: &timestampJitter) { n throws(ScriptError) in try n.time(in: 0...1) }
    try fields.read("skew", into: &microphoneSkewPPM) { n throws(ScriptError) in try n.number(in: -1000...1000) }
    try fields.read("audioJitter", into: &audioReadingJitter) { n throws(ScriptError) in try n.time(in: 0...1) }
    if let node = fields["noise"] {
      noiseLevel = try node.text() == "none" ? nil : try node.number(in: -120...0)
    }
    try fields.read("jpegQuality", into: &jpegQuality) { n throws(ScriptError) in try n.int(in: 1...100) }
    try fields.read("sampleFormat", into: &sampleFormat) { n throws(ScriptError) in
      try n.choice([("s16", .s16), ("s32", .s32), ("float", .float)])
    }
  }
}

extension CaptureScript.Camera {
  init(_ node: ScriptNode) throws(ScriptError) {
    let fields = try node.fields(["name", "node", "model", "size", "rate", "format", "modes", "attached", "access"])
    self.init(name: try fields.required("name").text(), model: "Simulated camera", modes: [])
    if let value = fields["node"] { self.node = try value.text() }
    try fields.read("model", into: &model) { n throws(ScriptError) in try n.text() }
    try fields.read("attached", into: &isAttached) { n throws(ScriptError) in try n.bool() }
    try fields.read("access", into: &access) { n throws(ScriptError) in try n.choice(DeviceAccess.self) }
    if let list = fields["modes"] {
      guard fields["size"] == nil, fields["rate"] == nil, fields["format"] == nil else {
        throw list.error("give either modes, or a size with rate and format")
      }
      for mode in try list.list() {
        modes.append(try Self.mode(try mode.fields(["size", "rate", "format"])))
      }
      guard (1...64).contains(modes.count) else { throw list.error("a camera has 1 to 64 modes") }
    } else if fields["size"] != nil || fields["rate"] != nil || fields["format"] != nil {
      modes = [try Self.mode(fields)]
    }
  }

  private static func mode(_ fields: ScriptFields) throws(ScriptError) -> VideoModeCapability {
    let size = try fields["size"]?.size() ?? .init(width: 160, height: 120)
    let rate = try fields["rate"]?.int(in: 1...240) ?? 30
    return VideoModeCapability(
      pixelFormat: try fields["format"]?.pixelFormat() ?? .yu12, width: size.width, height: size.height,
      frameIntervals: [MediaTime(value: 1, timescale: Int32(rate))])
  }

  /// The camera of scripts that name none: small pictures, as most scripts are about the course of things.
  static let usual = CaptureScript.Camera(
    name: "camera", model: "Simulated camera",
    modes: [
      VideoModeCapability(
        pixelFormat: .yu12, width: 160, height: 120, frameIntervals: [MediaTime(value: 1, timescale: 30)])
    ])
}

extension CaptureScript.Microphone {
  init(_ node: ScriptNode) throws(ScriptError) {
    let fields = try node.fields(["name", "rate", "channels", "attached", "access"])
    self.init(
      name: try fields.required("name").text(),
      wish: AudioWish(
        sampleRate: try fields["rate"]?.int(in: 8000...192_000), channelCount: try fields["channels"]?.int(in: 1...2)))
    try fields.read("attached", into: &isAttached) { n throws(ScriptError) in try n.bool() }
    try fields.read("access", into: &access) { n throws(ScriptError) in try n.choice(DeviceAccess.self) }
  }
}
