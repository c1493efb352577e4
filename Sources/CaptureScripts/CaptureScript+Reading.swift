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
      "flash", "steps", "end", "expect",
    ])
    let version = try fields.required("version")
    guard try version.text() == "\(Self.version)" else {
      throw version.error("this livecam reads version \(Self.version) of the language; write \"version: 1\"")
    }
    title = try fields["title"]?.text() ?? title
    cases = try fields["cases"]?.ints(in: 1...90) ?? []
    if let node = fields["world"] { world = try World(node, bundle: bundle) }
    cameras = try fields["cameras"]?.devices(Camera.init)
    microphones = try fields["microphones"]?.devices(Microphone.init)
    if let node = fields["authorization"] { authorization = try Authorization(node) }
    if let node = fields["session"] {
      session = try Session(node, session)
      try noteLines(node)
    }
    if let node = fields["profile"] {
      profile = try CaptureProfile(node)
      shuffle = try EventShuffle(profile: node)
    }
    encoder = try fields["encoder"]?.choice() ?? encoder
    flash = try fields["flash"]?.choice()
    steps = try fields["steps"]?.list(ScriptStep.init) ?? []
    end = try fields["end"]?.time()
    if let node = fields["expect"] { expectations = try ScriptExpectations(node) }
    try ScriptChecks(self, fields).check()
  }

  /// Keeps the lines of what only a session can judge.
  private mutating func noteLines(_ session: ScriptNode) throws(ScriptError) {
    for node in [session] + (try session.value(of: "outputs")?.list() ?? []) {
      if let live = try node.value(of: "live") { lines[live.path] = live.line }
    }
  }
}

extension ScriptNode {
  /// The devices of a list, or `none`.
  fileprivate func devices<Device>(
    _ read: (ScriptNode) throws(ScriptError) -> Device
  ) throws(ScriptError) -> [Device] {
    if isScalar {
      guard try text() == "none" else { throw error("here a list of devices is needed, or the word none") }
      return []
    }
    let devices = try list(read)
    guard devices.count <= 16 else { throw error("16 devices are enough") }
    return devices
  }
}

extension CaptureScript.Authorization {
  init(_ node: ScriptNode) throws(ScriptError) {
    self.init()
    let fields = try node.fields(["camera", "microphone"])
    camera = try fields["camera"]?.word() ?? camera
    microphone = try fields["microphone"]?.word() ?? microphone
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
    seed = try fields["seed"].map { node throws(ScriptError) in UInt64(try node.int(in: 0...Int.max)) } ?? seed
    frameLatency = try fields["latency"]?.time(in: 0...10)
    timestampJitter = try fields["jitter"]?.time(in: 0...1) ?? timestampJitter
    microphoneSkewPPM = try fields["skew"]?.number(in: -1000...1000) ?? microphoneSkewPPM
    audioReadingJitter = try fields["audioJitter"]?.time(in: 0...1) ?? audioReadingJitter
    if let node = fields["noise"] {
      noiseLevel = try node.text() == "none" ? nil : try node.number(in: -120...0)
    }
    jpegQuality = try fields["jpegQuality"]?.int(in: 1...100) ?? jpegQuality
    let formats: [(String, SampleFormat)] = [("s16", .s16), ("s32", .s32), ("float", .float)]
    sampleFormat = try fields["sampleFormat"]?.choice(formats) ?? sampleFormat
  }
}

extension CaptureScript.Camera {
  init(_ node: ScriptNode) throws(ScriptError) {
    let fields = try node.fields(["name", "node", "model", "size", "rate", "format", "modes", "attached", "access"])
    self.init(name: try fields.required("name").text(), model: "Simulated camera", modes: [])
    self.node = try fields["node"]?.text()
    model = try fields["model"]?.text() ?? model
    isAttached = try fields["attached"]?.bool() ?? isAttached
    access = try fields["access"]?.choice() ?? access
    if let list = fields["modes"] {
      guard fields["size"] == nil, fields["rate"] == nil, fields["format"] == nil else {
        throw list.error("give either modes, or a size with rate and format")
      }
      modes = try list.list { (mode) throws(ScriptError) in try Self.mode(try mode.fields(["size", "rate", "format"])) }
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
    isAttached = try fields["attached"]?.bool() ?? isAttached
    access = try fields["access"]?.choice() ?? access
  }
}
