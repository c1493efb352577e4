import CaptureDevices
import Diagnostics
import LiveCapture
import MediaCore

/// Several photo outputs, each connected to a camera of its own.
extension ScriptCast {
  /// Adds the outputs that the script's session has; returns those that can be set up. `inputs` are those of the
  /// session.
  func addOutputs(_ inputs: [DeviceInput]) async throws -> [ScriptOutput] {
    var added: [ScriptOutput] = []
    var taken: [DeviceInput] = []
    for output in outputs {
      guard let plan = output.plan else {
        try await session.addOutput(output.photo)
        added.append(output)
        continue
      }
      await attempt(output: output.label) {
        let connected = try [
          Self.input(plan.camera, .video, of: inputs, besides: taken),
          Self.input(plan.microphone, .audio, of: inputs, besides: taken),
        ].compactMap { $0 }
        try await session.addOutputWithNoConnections(output.photo)
        for input in connected {
          try await session.addConnection(CaptureConnection(input: input, output: output.photo))
        }
        taken += connected
        added.append(output)
      }
    }
    return added
  }

  /// The input that an output is connected to: as a session does it, unless the script says which.
  private static func input(
    _ wish: String?, _ mediaType: MediaType, of inputs: [DeviceInput], besides taken: [DeviceInput]
  ) throws(CaptureError) -> DeviceInput? {
    let candidates = inputs.filter { $0.device.mediaType == mediaType }
    guard let wish else { return candidates.first { input in !taken.contains { $0 === input } } ?? candidates.first }
    guard let input = candidates.first(where: { $0.device.uniqueID == wish }) else {
      throw CaptureError(
        .invalidConfiguration, context: wish,
        message: "the output cannot be connected to a device that the session could not have",
        rule: .additionIsPossible)
    }
    return input
  }

  /// Adds an input, and connects those outputs to it that name it, whatever has taken its place meanwhile.
  func addInput(_ input: DeviceInput) async throws {
    let name = input.device.uniqueID
    let waiting = outputs.filter { $0.plan?.camera == name || $0.plan?.microphone == name }.map(\.photo)
    let others = await session.connections.filter { connection in
      connection.mediaType == input.device.mediaType && connection.input !== input
        && waiting.contains { $0 === connection.output }
    }
    guard !others.isEmpty else { return try await session.addInput(input) }
    try await reconfigure {
      for connection in others { try await session.removeConnection(connection) }
      try await session.addInput(input)
    } undo: {
      for connection in others { try await session.addConnection(connection) }
    }
  }

  /// Puts one camera in the place of another: it feeds the same outputs.
  func exchange(_ old: DeviceInput, _ new: DeviceInput) async throws {
    // The usual output has the session connect it.
    let isNamed = !script.session.outputs.isEmpty
    let connections = await session.connections.filter { isNamed && $0.input === old }
    try await reconfigure {
      for connection in connections { try await session.removeConnection(connection) }
      try await session.removeInput(old)
      try await session.addInput(new)
    }
  }

  /// Changes the session between begin and commit, which comes in any case.
  private func reconfigure(
    _ change: () async throws -> Void, undo: () async throws -> Void = {}
  ) async throws {
    await session.beginConfiguration()
    do { try await change() } catch {
      try await undo()
      try await session.commitConfiguration()
      throw error
    }
    try await session.commitConfiguration()
  }
}
