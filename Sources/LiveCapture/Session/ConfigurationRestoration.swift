import Synchronization

/// The settings to be put back when a configuration fails.
struct ConfigurationRestoration {
  /// The settings of devices, by input, because an input's device may be plugged in anew meanwhile.
  private(set) var settings: [(input: DeviceInput, settings: CaptureDevice.Settings)]
  private let features: [(output: PhotoOutput, features: OutputFeatures)]
  private(set) var added: [DeviceInput] = []
  var attached: [any CaptureOutput] = []

  init(of graph: SessionGraph) {
    settings = graph.inputs.map { ($0, $0.device.settings) }
    features = graph.photoOutputs.map { output in (output, output.state.withLock { $0.features }) }
  }

  /// Takes in an input that is added. Settings noted for another input of the same device stay.
  mutating func note(_ input: DeviceInput) {
    added.append(input)
    if !settings.contains(where: { $0.input.device === input.device }) { note(input, input.device.settings) }
  }

  mutating func note(_ input: DeviceInput, _ before: CaptureDevice.Settings) {
    settings.removeAll { $0.input === input }
    settings.append((input, before))
  }

  func putBack() {
    for (input, settings) in settings { input.device.settings = settings }
    for (output, features) in features {
      output.state.withLock { $0.features.restoreSwitches(from: features) }
    }
  }
}
