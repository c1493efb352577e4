import LiveCapture

extension CaptureScript.Output {
  /// The outputs of a session.
  static func list(_ node: ScriptNode) throws(ScriptError) -> [CaptureScript.Output] {
    var outputs: [CaptureScript.Output] = []
    for node in try node.list() {
      let output = try CaptureScript.Output(node)
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

  private init(_ node: ScriptNode) throws(ScriptError) {
    let keys = ["name", "camera", "microphone", "live", "maximumQuality"]
    let fields = try node.fields(keys + CaptureScript.Feature.allCases.map(\.rawValue))
    let name = try fields.required("name")
    self.init(name: try name.text(), camera: try fields["camera"]?.text())
    guard !self.name.isEmpty else { throw name.error("an output is called something; write a word") }
    microphone = try fields["microphone"]?.text()
    isLive = try fields["live"]?.bool()
    maximumQuality = try fields["maximumQuality"]?.quality()
    for feature in CaptureScript.Feature.allCases {
      if let node = fields[feature.rawValue] { features[feature] = try node.bool() }
    }
  }
}

extension CaptureScript {
  /// Whether what happens has to say at which output.
  var hasSeveralOutputs: Bool { session.outputs.count > 1 }

  /// The place of an output among the session's; the first is meant where a step names none.
  func place(ofOutput name: String?) -> Int {
    session.outputs.firstIndex { $0.name == name } ?? 0
  }

  /// The place of the output that each capture is asked of, in the order of their numbers.
  var outputsOfPresses: [Int] {
    steps.compactMap { step in
      if case .press = step.action { place(ofOutput: step.output) } else { nil }
    }
  }

  /// Keeps the lines of what only a session can judge.
  mutating func noteLines(_ session: ScriptNode) throws(ScriptError) {
    let outputs = try session.value(of: "outputs")?.list() ?? []
    for node in [session] + outputs {
      if let live = try node.value(of: "live") { lines[live.path] = live.line }
    }
  }

  /// Whether an output begins with Live Photos enabled, being able to or not.
  /// - Throws: ``ScriptError`` where the script says so and they cannot be had.
  func isLive(_ output: Output?, isSupported: Bool) throws(ScriptError) -> Bool {
    guard let isLive = output?.isLive ?? session.isLive else { return isSupported }
    guard isLive, !isSupported else { return isLive }
    var key = "session.live"
    if let output, output.isLive != nil {
      key = "session.outputs[\(place(ofOutput: output.name))].live"
    }
    throw ScriptError(
      file: file, line: lines[key], key: key,
      message: "Live Photos cannot be taken here: they need a camera that the session has from the beginning and that "
        + "delivers 10 frames a second or more, and the preset photo or inputPriority; see to that, or leave this out "
        + "to have them only where they can be had")
  }

  /// Outputs that are named have to be there, and what they are connected to as well.
  func checkOutputs(_ session: ScriptNode?, _ expectations: ScriptNode?) throws(ScriptError) {
    if let node = try session?.value(of: "outputs") { try checkConnections(node) }
    for (index, step) in steps.enumerated() {
      guard let name = step.output, !self.session.outputs.contains(where: { $0.name == name }) else { continue }
      throw ScriptError(
        file: file, line: step.line, key: "steps[\(index)].output", message: missingOutput(name))
    }
    guard let expectations else { return }
    if hasSeveralOutputs {
      for key in ["timeline", "badge", "readiness"] {
        guard let node = try expectations.value(of: key) else { continue }
        let names = self.session.outputs.map(\.name)
        throw node.error(
          "the session has the outputs \(names.joined(separator: ", ")): say whose this is, as in "
            + "\"outputs: {\(names[0]): {\(key): …}}\"")
      }
    }
    for (key, value) in try expectations.value(of: "outputs")?.entries() ?? [] {
      let name = try key.text()
      guard let place = self.session.outputs.firstIndex(where: { $0.name == name }) else {
        throw key.error(missingOutput(name))
      }
      if let timeline = try value.value(of: "timeline") { try checkCaptures(timeline, ofOutput: place) }
    }
  }

  private func missingOutput(_ name: String) -> String {
    let names = session.outputs.map(\.name)
    guard !names.isEmpty else {
      return "no output is called \"\(name)\": the session has the usual one, which has no name; "
        + "list it with its name under \"outputs\" of \"session\", or leave this out"
    }
    return "no output is called \"\(name)\"; there is \(names.joined(separator: ", "))"
  }

  /// What an output tells of is asked of it, not of another.
  private func checkCaptures(_ node: ScriptNode, ofOutput place: Int) throws(ScriptError) {
    let presses = outputsOfPresses
    for step in try node.text().split(separator: " ") {
      guard let number = Int(step.dropFirst().filter { $0 != "!" }) else { continue }
      guard presses.indices.contains(number - 1) else {
        throw node.error(
          "\"\(step)\" is of capture \(number), and the script has \(presses.count) "
            + "\(presses.count == 1 ? "press" : "presses")")
      }
      guard presses[number - 1] == place else {
        throw node.error(
          "\"\(step)\" is of capture \(number), which is asked of \(session.outputs[presses[number - 1]].name); "
            + "put it there, or write \"output: \(session.outputs[place].name)\" beside the press")
      }
    }
  }

  private func checkConnections(_ list: ScriptNode) throws(ScriptError) {
    let heldBack = (cameras ?? []).filter { !$0.isAttached }.map(\.name)
    let held = (microphones ?? []).filter { !$0.isAttached }.map(\.name)
    for (node, output) in zip(try list.list(), session.outputs) {
      let wishes = [
        ("camera", output.camera, cameraNames, heldBack), ("microphone", output.microphone, microphoneNames, held),
      ]
      for (kind, wish, names, away) in wishes {
        guard let wish, let place = try node.value(of: kind) else { continue }
        guard names.contains(wish) else {
          throw place.error(
            "no \(kind) is called \"\(wish)\"; there is " + (names.isEmpty ? "none" : names.joined(separator: ", ")))
        }
        guard !away.contains(wish) else {
          throw place.error(
            "the session does not have \"\(wish)\" from the beginning, and it has its outputs: leave out "
              + "\"attached: false\", or name another \(kind)")
        }
      }
    }
    let count = cameraNames.count - heldBack.count
    guard session.outputs.count <= max(1, count) else {
      throw list.error(
        "a session has one photo output for each of its cameras, and \(session.outputs.count) are more than its "
          + "\(count); list more under \"cameras\", without \"attached: false\", or fewer here")
    }
  }
}

extension ScriptNode {
  /// The value of a key of a mapping; `nil` if it is not there, or this is something else.
  func value(of key: String) throws(ScriptError) -> ScriptNode? {
    guard !isScalar, !isList else { return nil }
    for (name, value) in try entries() where try name.text() == key { return value }
    return nil
  }
}
