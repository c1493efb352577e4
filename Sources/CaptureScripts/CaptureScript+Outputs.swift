import LiveCapture

extension CaptureScript {
  /// The names that steps may use.
  package var cameraNames: [String] { cameras?.map(\.name) ?? ["camera"] }
  /// The names that steps may use.
  var microphoneNames: [String] { microphones?.map(\.name) ?? ["microphone"] }

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

  /// Tells whether Live Photos are enabled on an output when the script begins: as the script says, else if they are
  /// supported.
  /// - Throws: ``ScriptError`` where the script says so and they cannot be had.
  func isLive(_ output: Output?, isSupported: Bool) throws(ScriptError) -> Bool {
    guard let isLive = output?.isLive ?? session.isLive else { return isSupported }
    guard isLive, !isSupported else { return isLive }
    var key = "session.live"
    if let output, output.isLive != nil {
      key = "session.outputs[\(place(ofOutput: output.name))].live"
    }
    throw ScriptError(
      .inconsistent, file: file, line: lines[key], key: key,
      message: "Live Photos cannot be taken here: they need a camera that the session has from the beginning and that "
        + "delivers 10 frames a second or more, and the preset photo or inputPriority; see to that, or leave this out "
        + "to have them only where they can be had")
  }

  /// Returns what is wrong with a step, or with one key of it.
  package func error(step index: Int, key: String? = nil, _ message: String) -> ScriptError {
    ScriptError(
      .inconsistent, file: file, line: steps[index].line, column: steps[index].column,
      key: "steps[\(index)]" + (key.map { ".\($0)" } ?? ""), message: message)
  }
}
