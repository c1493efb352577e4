import CaptureDevices
import LiveCapture
import MediaCore
import Simulator

extension CaptureScript {
  /// Reads a script out of a file's values. `file` and `bundle` are as for a text.
  /// - Throws: ``ScriptError`` for the first key or value that makes no sense.
  package init(_ root: ScriptValue, file: String, bundle: String?) throws(ScriptError) {
    let node = ScriptNode(node: root, file: file, path: "")
    self = try ScriptError.wrapping(file, "the script cannot be read") { [node] in
      var script = CaptureScript(file: file)
      if let bundle { script.world = .replay("fixture", path: bundle) }
      script = try node.reading(script, Self.fields(bundle: bundle), needing: ["version"])
      try ScriptChecks(script, node).check()
      return script
    }
  }

  private static func fields(bundle: String?) -> [ScriptField<Self>] {
    [
      ScriptField("version") { node, _ in
        guard try node.text() == "\(version)" else {
          throw node.error("this livecam reads version \(version) of the language; write \"version: 1\"")
        }
      },
      ScriptField("title", \.title) { try $0.text() },
      ScriptField("cases", \.cases) { try $0.list { try $0.int(in: 1...90) } },
      ScriptField("world", \.world) { try World($0, bundle: bundle) },
      ScriptField("cameras", \.cameras) { try devices($0) { try Camera($0) } },
      ScriptField("microphones", \.microphones) { try devices($0) { try Microphone($0) } },
      ScriptField("authorization", \.authorization) { try $0.reading(Authorization(), Authorization.fields) },
      ScriptField("session") { node, script in
        script.session = try node.reading(script.session, Session.fields)
        try script.noteLines(node)
      },
      ScriptField("profile") { node, script in script = try node.reading(script, profileFields) },
      ScriptField("encoder", \.encoder) { try $0.choice() },
      ScriptField("flash", \.flash) { try $0.choice() },
      ScriptField("steps", \.steps) { try $0.list { try ScriptStep($0) } },
      ScriptField("end", \.end) { try $0.time() },
      ScriptField("expect", \.expectations) { try ScriptExpectations($0) },
    ]
  }

  private static func devices<Device>(_ node: ScriptNode, _ read: (ScriptNode) throws -> Device) throws -> [Device] {
    if node.isScalar {
      guard try node.text() == "none" else { throw node.error("here a list of devices is needed, or the word none") }
      return []
    }
    let devices = try node.list(read)
    guard devices.count <= 16 else { throw node.error("16 devices are enough") }
    return devices
  }

  /// Keeps the lines of what only a session can judge.
  private mutating func noteLines(_ session: ScriptNode) throws(ScriptError) {
    for node in [session] + (try session.value(of: "outputs")?.list() ?? []) {
      if let live = try node.value(of: "live") { lines[live.path] = live.node.mark.line }
    }
  }
}
