/// The parts of a session, as a value, so that a configuration can be drawn up beside the one in force.
struct SessionGraph {
  var preset = SessionPreset.high
  var inputs: [DeviceInput] = []
  var outputs: [any CaptureOutput] = []
  var connections: [CaptureConnection] = []

  func contains(_ input: DeviceInput) -> Bool { inputs.contains { $0 === input } }

  func input(named name: ObjectIdentifier) -> DeviceInput? { inputs.first { ObjectIdentifier($0) == name } }

  func uses(_ device: CaptureDevice) -> Bool {
    inputs.contains { input in
      input.device === device
        || (input.device.uniqueID == device.uniqueID && input.device.mediaType == device.mediaType && !device.isFixed)
    }
  }

  func contains(_ output: any CaptureOutput) -> Bool { outputs.contains { $0 === output } }

  /// Microphones first, so that there is sound to the first picture.
  var inputsInStartingOrder: [DeviceInput] {
    inputs.filter { $0.device.mediaType == .audio } + inputs.filter { $0.device.mediaType == .video }
  }

  var photoOutputs: [PhotoOutput] { outputs.compactMap { $0 as? PhotoOutput } }

  /// Indicates whether there is a movie-file output, which excludes Live Photos.
  var hasMovieOutput: Bool { outputs.contains { $0 is MovieFileOutput } }

  func connection(to output: any CaptureOutput, of mediaType: MediaType) -> CaptureConnection? {
    connections.first { $0.output === output && $0.mediaType == mediaType }
  }

  /// Adds an input and the connections that go with it: to every output that has none of its kind yet.
  mutating func add(_ input: DeviceInput, connects: Bool = true) {
    inputs.append(input)
    guard connects else { return }
    for output in outputs where connection(to: output, of: input.device.mediaType) == nil {
      connections.append(CaptureConnection(input: input, output: output))
    }
  }

  /// Adds an output with connections from inputs that feed no output yet, else from the first of each kind.
  mutating func add(_ output: any CaptureOutput, connects: Bool = true) {
    outputs.append(output)
    guard connects else { return }
    for mediaType in [MediaType.video, .audio] {
      let candidates = inputs.filter { $0.device.mediaType == mediaType }
      let free = candidates.first { input in !connections.contains { $0.input === input } }
      if let input = free ?? candidates.first { connections.append(CaptureConnection(input: input, output: output)) }
    }
  }

  /// Removes an input; outputs that it fed are fed by another of its kind, if there is one.
  mutating func remove(_ input: DeviceInput) {
    inputs.removeAll { $0 === input }
    let orphans = connections.filter { $0.input === input }.map(\.output)
    connections.removeAll { $0.input === input }
    for output in orphans {
      let mediaType = input.device.mediaType
      if let other = inputs.first(where: { $0.device.mediaType == mediaType }) {
        connections.append(CaptureConnection(input: other, output: output))
      }
    }
  }

  mutating func remove(_ output: any CaptureOutput) {
    outputs.removeAll { $0 === output }
    connections.removeAll { $0.output === output }
  }
}
