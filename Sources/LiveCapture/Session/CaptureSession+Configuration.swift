public import CaptureDevices
import Diagnostics
import MediaCore
import Synchronization

/// The parts of a session, and the ways to change them.
extension CaptureSession {
  /// Begins a configuration: changes take effect together, at the outermost ``commitConfiguration()``. Calls nest.
  public func beginConfiguration() { transaction.begin(ConfigurationRestoration(of: graph)) }

  /// Ends a configuration; the outermost one takes effect, as a whole or not at all.
  ///
  /// While the session runs, new cameras and microphones are started, then others are stopped; captures whose camera or
  /// output changes end. A device that the session had before, and that is unplugged or in use by another program, is
  /// not an error: ``events`` report it as away, and the session uses it again when it can.
  /// - Throws: ``CaptureError`` naming `configurationIsBegun`, or `.deviceFailed` when a device does not start with its
  ///   new settings: then everything is as before. Captures in progress continue, unless their own camera had to be
  ///   stopped for the attempt.
  public func commitConfiguration() throws(CaptureError) {
    try ConfigurationHands.perform(transaction.commit(), in: self)
  }

  /// The inputs in force.
  public var inputs: [DeviceInput] { graph.inputs }
  /// The outputs in force.
  public var outputs: [any CaptureOutput] { graph.outputs }
  /// The connections in force.
  public var connections: [CaptureConnection] { graph.connections }
  /// The quality that cameras are set to. Setting a device's `activeFormat` makes it `inputPriority`.
  public var sessionPreset: SessionPreset { graph.preset }

  /// Tells whether every camera of the session can be set to a preset.
  public func canSetSessionPreset(_ preset: SessionPreset) -> Bool { accepts { try transaction.require(preset) } }

  /// Sets every camera to a preset.
  /// - Throws: ``CaptureError`` naming `presetIsPossible`, or what ``commitConfiguration()`` throws.
  public func setSessionPreset(_ preset: SessionPreset) throws(CaptureError) {
    try transaction.require(preset)
    try change { $0.preset = preset }
  }

  /// Tells whether a change would be accepted.
  private func accepts(_ change: () throws -> Void) -> Bool { (try? change()) != nil }  // making it says why

  /// Tells whether ``addInput(_:)-(DeviceInput)`` would take an input.
  public func canAddInput(_ input: DeviceInput) -> Bool { accepts { try transaction.require(input) } }

  /// Adds a camera or a microphone, and connects it to the outputs that have none.
  /// - Throws: ``CaptureError`` naming `additionIsPossible`, or what ``commitConfiguration()`` throws.
  public func addInput(_ input: DeviceInput) throws(CaptureError) { try add(input, connects: true) }

  /// Adds a camera or a microphone without connecting it.
  /// - Throws: As ``addInput(_:)-(DeviceInput)``.
  public func addInputWithNoConnections(_ input: DeviceInput) throws(CaptureError) { try add(input, connects: false) }

  private func add(
    _ input: DeviceInput, connects: Bool, setting preset: SessionPreset? = nil
  ) throws(CaptureError) {
    try transaction.require(input)
    if transaction.drawnUp.contains(input) { return }
    if let system = input.system { inputHands.follow(system, in: self) }
    try change(adding: input) { graph in
      graph.add(input, connects: connects)
      if let preset { graph.preset = preset }
    }
  }

  /// Adds a camera that is already open. It keeps its mode: the preset becomes `inputPriority`.
  /// - Throws: As ``addInput(_:)-(DeviceInput)``.
  public func addInput(_ source: any VideoSource) throws(CaptureError) {
    try transaction.requireNew(source)
    try add(DeviceInput(source), connects: true, setting: .inputPriority)
  }

  /// Adds a microphone that is open already.
  /// - Throws: As ``addInput(_:)-(DeviceInput)``.
  public func addInput(_ source: any AudioSource) throws(CaptureError) {
    try transaction.requireNew(source)
    try addInput(DeviceInput(source))
  }

  /// Removes a camera or a microphone. Harmless if it is not there.
  /// - Throws: What ``commitConfiguration()`` throws.
  public func removeInput(_ input: DeviceInput) throws(CaptureError) {
    guard transaction.drawnUp.contains(input) else { return }
    try change { $0.remove(input) }
  }

  /// Tells whether ``addOutput(_:)`` would take an output.
  public func canAddOutput(_ output: any CaptureOutput) -> Bool {
    accepts { try transaction.require(output, isFree: isFree(output)) }
  }

  private func isFree(_ output: any CaptureOutput) -> Bool {
    (output as? any MemberOutput)?.membership.session.map { $0 === self } ?? true
  }

  /// Adds an output, and connects it to a camera and a microphone.
  /// - Throws: ``CaptureError`` naming `additionIsPossible`, or what ``commitConfiguration()`` throws.
  public func addOutput(_ output: any CaptureOutput) throws(CaptureError) { try add(output, connects: true) }

  /// Adds an output without connecting it.
  /// - Throws: As ``addOutput(_:)``.
  public func addOutputWithNoConnections(_ output: any CaptureOutput) throws(CaptureError) {
    try add(output, connects: false)
  }

  private func add(_ output: any CaptureOutput, connects: Bool) throws(CaptureError) {
    try transaction.require(output, isFree: isFree(output))
    (output as? any MemberOutput)?.membership.session = self
    try change(attaching: output) { $0.add(output, connects: connects) }
  }

  /// Removes an output; captures of it that are under way end. Harmless if it is not there.
  /// - Throws: What ``commitConfiguration()`` throws.
  public func removeOutput(_ output: any CaptureOutput) throws(CaptureError) {
    guard transaction.drawnUp.contains(output) else { return }
    try change { $0.remove(output) }
  }

  /// Tells whether ``addConnection(_:)`` would take a connection: its ends are there, and the output has no other of
  /// its kind.
  public func canAddConnection(_ connection: CaptureConnection) -> Bool {
    accepts { try transaction.require(connection) }
  }

  /// Connects an input to an output.
  /// - Throws: ``CaptureError`` naming `additionIsPossible`.
  public func addConnection(_ connection: CaptureConnection) throws(CaptureError) {
    try transaction.require(connection)
    try change { $0.connections.append(connection) }
  }

  /// Takes a connection away. Harmless if it is not there.
  /// - Throws: What ``commitConfiguration()`` throws.
  public func removeConnection(_ connection: CaptureConnection) throws(CaptureError) {
    guard transaction.drawnUp.connections.contains(where: { $0 === connection }) else { return }
    try change { $0.connections.removeAll { $0 === connection } }
  }

  /// Changes what is drawn up: inside a configuration for later, otherwise at once.
  ///
  /// `before` is what an input's device was set to that has just been set otherwise.
  func change(
    adding input: DeviceInput? = nil, attaching output: (any CaptureOutput)? = nil,
    before: (input: DeviceInput, settings: CaptureDevice.Settings)? = nil, _ body: (inout SessionGraph) -> Void
  ) throws(CaptureError) {
    let isAlone = !transaction.isOpen
    if isAlone { beginConfiguration() }
    let actions = transaction.change(adding: input, attaching: output, before: isAlone ? before : nil, body)
    try ConfigurationHands.perform(actions, in: self)
    if isAlone { try commitConfiguration() }
  }
}
