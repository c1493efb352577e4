import LiveCapture
import MediaCore

extension ScriptChecks {
  /// Outputs that are named have to be there, and what they are connected to as well.
  func checkOutputs() throws(ScriptError) {
    if let node = try root?.value(of: "session")?.value(of: "outputs") { try checkConnections(node) }
    let names = script.session.outputs.map(\.name)
    for (index, step) in script.steps.enumerated() {
      guard let name = step.output, !names.contains(name) else { continue }
      throw script.error(step: index, key: "output", missing(name))
    }
    guard let expectations = try root?.value(of: "expect") else { return }
    if script.hasSeveralOutputs {
      for key in ["timeline", "badge", "readiness"] {
        guard let node = try expectations.value(of: key) else { continue }
        throw node.error(
          "the session has the outputs \(names.joined(separator: ", ")): say whose this is, as in "
            + "\"outputs: {\(names[0]): {\(key): …}}\"")
      }
    }
    for (key, value) in try expectations.value(of: "outputs")?.entries() ?? [] {
      let name = try key.text()
      guard let place = names.firstIndex(of: name) else { throw key.error(missing(name)) }
      if let timeline = try value.value(of: "timeline") { try checkCaptures(timeline, ofOutput: place) }
    }
  }

  private func missing(_ name: String) -> String {
    let names = script.session.outputs.map(\.name)
    guard !names.isEmpty else {
      return "no output is called \"\(name)\": the session has the usual one, which has no name; "
        + "list it with its name under \"outputs\" of \"session\", or leave this out"
    }
    return "no output is called \"\(name)\"; there is \(names.joined(separator: ", "))"
      + Spelling.question(about: name, in: names)
  }

  /// Checks that the steps expected of an output belong to captures that are requested of that output.
  private func checkCaptures(_ node: ScriptNode, ofOutput place: Int) throws(ScriptError) {
    let presses = script.outputsOfPresses
    for (step, number) in Self.numbered(try node.text()) {
      guard presses.indices.contains(number - 1) else {
        throw node.error(
          "\"\(step)\" is of capture \(number), and the script has \(Self.count(presses.count))")
      }
      guard presses[number - 1] == place else {
        throw node.error(
          "\"\(step)\" is of capture \(number), which is asked of \(script.session.outputs[presses[number - 1]].name); "
            + "put it there, or write \"output: \(script.session.outputs[place].name)\" beside the press")
      }
    }
  }

  private func checkConnections(_ list: ScriptNode) throws(ScriptError) {
    let outputs = script.session.outputs
    for (node, output) in zip(try list.list(), outputs) {
      for (wish, devices) in [(output.camera, cameras), (output.microphone, microphones)] {
        guard let wish, let place = try node.value(of: devices.word) else { continue }
        guard devices.names.contains(wish) else {
          throw place.error(
            "no \(devices.word) is called \"\(wish)\"; there is \(devices.list)"
              + Spelling.question(about: wish, in: devices.names))
        }
        guard !devices.away.contains(wish) else {
          throw place.error(
            "the session does not have \"\(wish)\" from the beginning, and it has its outputs: leave out "
              + "\"attached: false\", or name another \(devices.word)")
        }
      }
    }
    let count = cameras.names.count - cameras.away.count
    guard outputs.count <= max(1, count) else {
      throw list.error(
        "a session has one photo output for each of its cameras, and \(outputs.count) are more than its "
          + "\(count); list more under \"cameras\", without \"attached: false\", or fewer here")
    }
  }
}
