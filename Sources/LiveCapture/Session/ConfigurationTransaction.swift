import Diagnostics
import MediaCore

/// The parts of a session, and the open configuration that is to change them: as a whole or not at all.
///
/// ```
/// closed ──begin──► open (nested: depth) ──commit──► exchanging ──inputs run──► closed, the new graph in force
///                                                          └──one does not──► closed, the old graph in force
/// ```
struct ConfigurationTransaction {
  /// The change that an outermost commit puts in force.
  struct Change {
    let old: SessionGraph
    let new: SessionGraph
    /// Indicates whether captures under way end although their inputs stay.
    let endsCaptures: Bool
    fileprivate let restoration: ConfigurationRestoration
  }

  enum Action {
    /// Hear of what the app does to an input that is to be added.
    case observe(DeviceInput)
    case setFormat(DeviceInput, CaptureDevice.Format)
    /// Bring a running session's inputs to the new graph; answered by ``ConfigurationTransaction/exchanged(_:lost:)``
    /// or ``ConfigurationTransaction/failed(_:stopped:error:)``.
    case exchangeInputs(Change)
    case forget(DeviceInput)
    case endCaptures(of: PhotoOutput)
    /// End the recordings whose output is connected otherwise.
    case endRecordings
    case detach(any CaptureOutput)
    case restore(ConfigurationRestoration)
    /// Hear no more of inputs and connections that are not in the session, and of all that are.
    case hear(ofNone: [DeviceInput], [CaptureConnection])
    /// Run again what was stopped for a configuration that has failed.
    case restart([DeviceInput])
    /// Let all that rests on the graph follow it; tell of inputs that are away now.
    case graphDidChange(from: SessionGraph, lost: [LostInput])
    case tell(CaptureError)
    /// Throw from the call; the last action.
    case fail(CaptureError)
  }

  private struct Draft {
    var graph: SessionGraph
    var restoration: ConfigurationRestoration
    var nesting = 0
    var endsCaptures = false
  }

  /// Indicates whether adding an input that is there already is accepted, and changes nothing.
  private let ignoresDuplicates: Bool
  private(set) var graph = SessionGraph()
  /// `nil` while no configuration is open.
  private var draft: Draft?

  init(duplicateInput: CaptureProfile.DuplicateInput) { ignoresDuplicates = duplicateInput == .isIgnored }

  var isOpen: Bool { draft != nil }

  /// The graph of the open configuration; the graph in force where none is open.
  var drawnUp: SessionGraph { draft?.graph ?? graph }

  /// Opens a configuration, or nests one in it. `present` is what devices and outputs are set to now.
  mutating func begin(_ present: ConfigurationRestoration) {
    if draft == nil { draft = Draft(graph: graph, restoration: present) } else { draft?.nesting += 1 }
  }

  /// Closes a configuration; the outermost one takes effect.
  mutating func commit() -> [Action] {
    guard let draft else {
      let context = "commitConfiguration"
      return [.fail(CaptureError(breaking: .configurationIsBegun, context: context, "call beginConfiguration first"))]
    }
    guard draft.nesting == 0 else {
      self.draft?.nesting -= 1
      return []
    }
    self.draft = nil
    let change = Change(
      old: graph, new: draft.graph, endsCaptures: draft.endsCaptures, restoration: draft.restoration)
    graph = draft.graph
    return formats(for: change).map { .setFormat($0, $1) } + [.exchangeInputs(change)]
  }

  /// The inputs of the new graph run but for `lost`, which are away; or the session does not run.
  mutating func exchanged(_ change: Change, lost: [LostInput] = []) -> [Action] {
    let old = change.old
    var actions: [Action] = old.inputs.filter { !graph.contains($0) }.map { .forget($0) }
    for output in old.photoOutputs where !graph.contains(output) {
      actions += [.endCaptures(of: output), .detach(output)]
    }
    actions.append(.endRecordings)
    actions += old.outputs.filter { $0 is MovieFileOutput && !graph.contains($0) }.map { .detach($0) }
    return actions + letGo(change.restoration, old) + [.graphDidChange(from: old, lost: lost)]
  }

  /// The inputs of the new graph do not run as they are to; `stopped` are those that ran and do not now.
  mutating func failed(_ change: Change, stopped: [DeviceInput], error: CaptureError) -> [Action] {
    graph = change.old
    return [.restore(change.restoration)] + letGo(change.restoration, graph)
      + [.restart(stopped), .tell(error), .fail(error)]
  }

  /// Returns the actions that let go of inputs, outputs and connections that were added or there before, and are not in
  /// the session now.
  private func letGo(_ restoration: ConfigurationRestoration, _ old: SessionGraph) -> [Action] {
    let inputs = (restoration.added + old.inputs).filter { !graph.contains($0) }
    let connections = old.connections.filter { connection in !graph.connections.contains { $0 === connection } }
    return restoration.attached.filter { !graph.contains($0) }.map { .detach($0) }
      + [.hear(ofNone: inputs, connections)]
  }

  /// Returns the formats that the preset sets cameras to, for inputs to which the preset is new.
  private func formats(for change: Change) -> [(DeviceInput, CaptureDevice.Format)] {
    guard let wish = change.new.preset.wish else { return [] }
    return change.new.inputs.compactMap { input in
      guard change.new.preset != change.old.preset || !change.old.contains(input) else { return nil }
      return input.device.format(for: wish).map { (input, $0) }
    }
  }

  /// Notes that a switch in the open configuration ends captures under way when it takes effect.
  mutating func endCaptures() { draft?.endsCaptures = true }

  /// Changes what is drawn up. `input` and `output` are new in it; `before` is what an input's device was set to.
  mutating func change(
    adding input: DeviceInput? = nil, attaching output: (any CaptureOutput)? = nil,
    before: (input: DeviceInput, settings: CaptureDevice.Settings)? = nil, _ body: (inout SessionGraph) -> Void
  ) -> [Action] {
    if var draft {
      if let input { draft.restoration.note(input) }
      if let output { draft.restoration.attached.append(output) }
      if let before { draft.restoration.note(before.input, before.settings) }
      body(&draft.graph)
      self.draft = draft
    }
    return input.map { [.observe($0)] } ?? []
  }

  /// - Throws: ``CaptureError`` naming `presetIsPossible` where a camera has no such mode; open ones keep theirs.
  func require(_ preset: SessionPreset) throws(CaptureError) {
    guard let wish = preset.wish else { return }
    let isPossible = drawnUp.inputs.allSatisfy { input in
      guard case .video = input.device.opening else { return true }
      return input.device.format(for: wish) != nil
    }
    if isPossible { return }
    throw CaptureError(
      breaking: .presetIsPossible, context: preset.rawValue, "a camera of the session has no such mode")
  }

  /// - Throws: ``CaptureError`` naming `additionIsPossible` for an input that would not be taken.
  func require(_ input: DeviceInput) throws(CaptureError) {
    if drawnUp.contains(input) ? ignoresDuplicates : !drawnUp.uses(input.device) && input.device.isConnected { return }
    throw Self.refusal("the session has this device already, or it has gone", context: input.device.uniqueID)
  }

  /// - Throws: ``CaptureError`` naming `additionIsPossible` for a source that an input brings samples from already.
  func requireNew(_ source: AnyObject) throws(CaptureError) {
    let isThere = drawnUp.inputs.contains { input in
      switch input.device.opening {
      case .openVideo(let other): other === source
      case .openAudio(let other): other === source
      case .video, .audio: false
      }
    }
    if isThere { throw Self.refusal("the session has this device already") }
  }

  /// Requires room for an output that is free: one photo output for each camera, at least one, and one movie output.
  /// - Throws: ``CaptureError`` naming `additionIsPossible` for one that would not be taken, or is not free.
  func require(_ output: any CaptureOutput, isFree: Bool) throws(CaptureError) {
    if drawnUp.contains(output) { throw Self.refusal("the session has this output already") }
    if !isFree { throw Self.refusal("this output belongs to another session; remove it there first") }
    let cameras = drawnUp.inputs.count { $0.device.mediaType == .video }
    let isRoom =
      switch output {
      case is PhotoOutput: drawnUp.photoOutputs.count < max(1, cameras)
      case is MovieFileOutput: !drawnUp.hasMovieOutput
      default: true
      }
    if !isRoom { throw Self.refusal("the session has an output of this kind for each of its cameras already") }
  }

  /// - Throws: ``CaptureError`` naming `additionIsPossible` for a connection that would not be taken.
  func require(_ connection: CaptureConnection) throws(CaptureError) {
    if drawnUp.contains(connection.input), drawnUp.contains(connection.output),
      drawnUp.connection(to: connection.output, of: connection.mediaType) == nil
    {
      return
    }
    throw Self.refusal("the session lacks the input or the output, or they are connected already")
  }

  /// - Throws: ``CaptureError`` naming `configurationIsClosed` while a configuration is open.
  func requireClosed(_ call: String) throws(CaptureError) {
    guard isOpen else { return }
    throw Self.refusal("a configuration is open; commit it first", context: call, .configurationIsClosed)
  }

  private static func refusal(
    _ message: String, context: String? = nil, _ rule: ContractRule = .additionIsPossible
  ) -> CaptureError { CaptureError(.invalidConfiguration, context: context, message: message, rule: rule) }
}
