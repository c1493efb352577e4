import CaptureDevices
import LiveCapture
import MediaCore
import Simulator

extension CaptureScript.Authorization {
  static var fields: [ScriptField<Self>] {
    [ScriptField("camera", \.camera) { try $0.name() }, ScriptField("microphone", \.microphone) { try $0.name() }]
  }
}

extension CaptureScript.World {
  init(_ node: ScriptNode, bundle: String?) throws {
    let fields = try node.fields(["scene", "fixture", "movie", "loops"])
    let loops = try fields["loops"]?.bool() ?? false
    func refuseLoops(_ advice: String) throws {
      if loops, let node = fields["loops"] { throw node.error(advice) }
    }
    switch (fields["scene"], fields["fixture"], fields["movie"]) {
    case (nil, nil, nil):
      // Beside a manifest it goes without saying which fixture is meant.
      guard let bundle, fields["loops"] != nil else {
        throw node.error("a world is one of scene, fixture and movie")
      }
      self = .replay("fixture", path: bundle, loops: loops)
    case (let scene?, nil, nil):
      try refuseLoops("a scene never ends: leave this out")
      self = .scene(try scene.reading(SceneSettings(), SceneSettings.fields))
    case (nil, let fixture?, nil):
      self = .replay("fixture", path: try fixture.filePath(), loops: loops)
    case (nil, nil, let movie?):
      try refuseLoops("a movie is not repeated: make a fixture of it with \"livecam record --camera movie:…\"")
      self = .replay("movie", path: try movie.filePath())
    default: throw node.error("a world is one of scene, fixture and movie")
    }
  }
}

extension CaptureScript.Camera {
  /// A mode as it is read: in a list of modes, or beside the camera's name for one alone.
  private struct Mode {
    var size = ResolvedPhotoSettings.Dimensions(width: 160, height: 120)
    var rate = 30
    var format = PixelFormat.yu12

    static var fields: [ScriptField<Self>] {
      [
        ScriptField("size", \.size) { try $0.size() }, ScriptField("rate", \.rate) { try $0.int(in: 1...240) },
        ScriptField("format", \.format) { try $0.pixelFormat() },
      ]
    }

    var capability: VideoModeCapability {
      VideoModeCapability(
        pixelFormat: format, width: size.width, height: size.height,
        frameIntervals: [MediaTime(value: 1, timescale: Int32(rate))])
    }
  }

  private static var fields: [ScriptField<(camera: Self, mode: Mode?)>] {
    [
      ScriptField("name", \.camera.name) { try $0.text() }, ScriptField("node", \.camera.node) { try $0.text() },
      ScriptField("model", \.camera.model) { try $0.text() },
    ]
      + Mode.fields.map { field in
        ScriptField(field.key) { node, root in
          var mode = root.mode ?? Mode()
          try field.read(node, &mode)
          root.mode = mode
        }
      } + [
        ScriptField("modes") { list, root in
          guard root.mode == nil else { throw list.error("give either modes, or a size with rate and format") }
          root.camera.modes = try list.list { try $0.reading(Mode(), Mode.fields).capability }
          guard (1...64).contains(root.camera.modes.count) else { throw list.error("a camera has 1 to 64 modes") }
        },
        ScriptField("attached", \.camera.isAttached) { try $0.bool() },
        ScriptField("access", \.camera.access) { try $0.choice() },
      ]
  }

  init(_ node: ScriptNode) throws {
    let read = try node.reading((camera: Self(name: ""), mode: nil), Self.fields, needing: ["name"])
    self = read.camera
    if let mode = read.mode { modes = [mode.capability] }
  }

  /// The camera of scripts that name none: small pictures, as most scripts are about the course of things.
  static let usual = CaptureScript.Camera(name: "camera", modes: [Mode().capability])
}

extension CaptureScript.Microphone {
  init(_ node: ScriptNode) throws {
    let fields: [ScriptField<Self>] = [
      ScriptField("name", \.name) { try $0.text() },
      ScriptField("rate", \.wish.sampleRate) { try $0.int(in: 8000...192_000) },
      ScriptField("channels", \.wish.channelCount) { try $0.int(in: 1...2) },
      ScriptField("attached", \.isAttached) { try $0.bool() }, ScriptField("access", \.access) { try $0.choice() },
    ]
    self = try node.reading(Self(name: ""), fields, needing: ["name"])
  }
}

extension CaptureScript.Session {
  static var fields: [ScriptField<Self>] { setup + limits + ScriptField.switches(\.features) }

  private static var setup: [ScriptField<Self>] {
    [
      ScriptField("preset", \.preset) { try $0.choice() }, ScriptField("live", \.isLive) { try $0.bool() },
      ScriptField("starts", \.starts) { try $0.bool() },
      ScriptField("preRoll", \.configuration.preRoll) { try $0.time(in: 0...10) },
      ScriptField("postRoll", \.configuration.postRoll) { try $0.time(in: 0...10) },
      ScriptField("stallTimeout", \.configuration.stallTimeout) { try $0.time(in: 0.001...3600) },
      ScriptField("maximumBacklog", \.configuration.maximumBacklog) { try $0.time(in: 0.001...3600) },
      ScriptField("syncInterval", \.configuration.syncInterval) { try $0.time(in: 0.001...60) },
      ScriptField("sound", \.configuration.audioCoding) {
        try $0.choice([("aac", .aac(bitRate: 96_000)), ("lpcm", .linearPCM)])
      },
      ScriptField("maximumQuality", \.maximumQuality) { try $0.name() },
      ScriptField("outputs", \.outputs) { try CaptureScript.Output.list($0) },
    ]
  }

  private static var limits: [ScriptField<Self>] {
    let any = 1...(1 << 40)
    return [
      ScriptField("maximumRingBytes", \.configuration.maximumRingBytes) { try $0.int(in: any) },
      ScriptField("maximumUnfinishedCaptures", \.configuration.maximumUnfinishedCaptures) { try $0.int(in: any) },
      ScriptField("maximumUnfinishedStills", \.configuration.maximumUnfinishedStills) { try $0.int(in: any) },
      ScriptField("maximumMovieDimensions", \.configuration.maximumMovieDimensions) { try $0.size() },
      ScriptField("jpegQuality", \.configuration.jpegQuality) { try $0.int(in: 1...100) },
      ScriptField("heicQuality", \.configuration.heicQuality) { try $0.int(in: 1...100) },
      ScriptField("videoQuality", \.configuration.videoQuality) { try $0.int(in: 1...51) },
      ScriptField("hevcQuality", \.configuration.hevcQuality) { try $0.int(in: 1...51) },
    ]
  }
}

extension CaptureScript.Output {
  private static var fields: [ScriptField<Self>] {
    [
      ScriptField("name") { node, output in
        output.name = try node.text()
        guard !output.name.isEmpty else { throw node.error("an output is called something; write a word") }
      },
      ScriptField("camera", \.camera) { try $0.text() }, ScriptField("microphone", \.microphone) { try $0.text() },
      ScriptField("live", \.isLive) { try $0.bool() },
      ScriptField("maximumQuality", \.maximumQuality) { try $0.name() },
    ] + ScriptField.switches(\.features)
  }

  static func list(_ node: ScriptNode) throws -> [CaptureScript.Output] {
    var outputs: [CaptureScript.Output] = []
    for node in try node.list() {
      let output = try node.reading(CaptureScript.Output(name: ""), fields, needing: ["name"])
      guard !outputs.contains(where: { $0.name == output.name }) else {
        throw node.error("two outputs are called \"\(output.name)\"; names are for one output each")
      }
      outputs.append(output)
    }
    guard (1...16).contains(outputs.count) else {
      throw node.error("a session has 1 to 16 outputs here; leave this out for the usual one")
    }
    return outputs
  }
}

extension ScriptField {
  static func switches(_ features: any WritableKeyPath<Root, [CaptureScript.Feature: Bool]> & Sendable) -> [Self] {
    CaptureScript.Feature.allCases.map { feature in
      ScriptField(feature.rawValue) { node, root in root[keyPath: features][feature] = try node.bool() }
    }
  }
}

extension CaptureScript {
  /// The fields of the capture profile, which settles what Apple leaves open, and of the order in which events are
  /// told.
  static var profileFields: [ScriptField<Self>] {
    [
      ScriptField("deniedInput", \.profile.deniedInput) { try $0.choice() },
      ScriptField("duplicateInput", \.profile.duplicateInput) { try $0.choice() },
      ScriptField("sequenceCount", \.profile.sequenceCount) { try $0.choice() },
      ScriptField("delivery", \.profile.delivery) { try $0.choice() },
      ScriptField("movieEndedByReconfiguration", \.profile.movieEndedByReconfiguration) { try $0.choice() },
      ScriptField("movieEndedByInterruption", \.profile.movieEndedByInterruption) { try $0.choice() },
      ScriptField("existingFile", \.profile.existingFile) { try $0.choice() },
      ScriptField("movieFailure", \.profile.movieFailure) { try $0.choice() },
      ScriptField("unplugged", \.profile.unplugged) { try $0.name() },
      ScriptField("exposureCalls", \.profile.exposureCalls) { try $0.choice() },
      ScriptField("recordingEndedEarly", \.profile.recordingEndedEarly) { try $0.choice() },
      ScriptField("order", \.order) { try $0.order() },
      ScriptField("seed") { node, script in
        let (_, longestDelay) = try node.shuffle(of: script.order)
        script.order = .shuffled(seed: UInt64(try node.int(in: 0...Int.max)), longestDelay: longestDelay)
      },
      ScriptField("longestDelay") { node, script in
        let (seed, _) = try node.shuffle(of: script.order)
        script.order = .shuffled(seed: seed, longestDelay: try node.time(in: 0...60))
      },
    ]
  }
}
