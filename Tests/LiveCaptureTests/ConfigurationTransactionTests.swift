import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// What a configuration asks for when it is begun, changed, committed and given up; and how inputs are exchanged.
@Suite struct ConfigurationTransactionTests {
  private let catalog = SceneCatalog(clock: VirtualClock(), pictures: StandardPictures())
  private let output = PhotoOutput()

  private func input() throws -> DeviceInput {
    DeviceInput(try catalog.openVideo("scene", wish: CaptureBench.Setup().video).source)
  }

  private func transaction() -> ConfigurationTransaction { ConfigurationTransaction(duplicateInput: .isRefused) }

  private func names(_ actions: [ConfigurationTransaction.Action]) -> String {
    actions.map { action in
      switch action {
      case .observe: "observe"
      case .setFormat: "setFormat"
      case .exchangeInputs: "exchange"
      case .forget: "forget"
      case .endCaptures: "endCaptures"
      case .endRecordings: "endRecordings"
      case .detach: "detach"
      case .restore: "restore"
      case .hear: "hear"
      case .restart(let inputs): "restart \(inputs.count)"
      case .graphDidChange(_, let lost): "graphDidChange \(lost.count)"
      case .tell: "tell"
      case .fail(let error): "fail \(error.code)"
      }
    }.joined(separator: ", ")
  }

  /// The change that a commit asks the inputs to be exchanged for.
  private func change(_ actions: [ConfigurationTransaction.Action]) throws -> ConfigurationTransaction.Change {
    for action in actions {
      if case .exchangeInputs(let change) = action { return change }
    }
    throw CaptureError(.invalidConfiguration, message: "nothing was exchanged")
  }

  @Test("a commit without a begin fails, and so does a call that needs a closed configuration inside one")
  func forbidden() throws {
    var transaction = transaction()
    #expect(names(transaction.commit()) == "fail invalidSettings")
    #expect(names(transaction.abandon()) == "")
    transaction.begin(ConfigurationRestoration())
    #expect(throws: CaptureError.self) { try transaction.requireClosed("startRunning") }
  }

  @Test("nested configurations take effect at the outermost commit")
  func nested() throws {
    var transaction = transaction()
    let input = try input()
    transaction.begin(ConfigurationRestoration())
    transaction.begin(ConfigurationRestoration())
    #expect(names(transaction.change(adding: input) { $0.add(input) }) == "observe")
    #expect(names(transaction.commit()) == "" && transaction.isOpen)
    #expect(transaction.graph.inputs.isEmpty && transaction.drawnUp.inputs.count == 1)
    #expect(names(transaction.commit()) == "exchange" && !transaction.isOpen)
    #expect(transaction.graph.inputs.count == 1)
    try transaction.requireClosed("startRunning")
  }

  @Test("a change that lands lets go of what has gone; one that fails puts everything back")
  func landing() throws {
    var transaction = transaction()
    let (old, new) = (try input(), try input())
    transaction.begin(ConfigurationRestoration())
    _ = transaction.change(adding: old) { $0.add(old) }
    _ = transaction.change(attaching: output) { $0.add(output) }
    #expect(names(transaction.exchanged(try change(transaction.commit()))) == "endRecordings, hear, graphDidChange 0")

    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    transaction.endCaptures()
    _ = transaction.change(adding: new) {
      $0.remove(old)
      $0.add(new)
      $0.remove(output)
    }
    let failing = try change(transaction.commit())
    #expect(failing.endsCaptures && transaction.graph.contains(new))
    let error = CaptureError(.deviceFailed, message: "on purpose")
    #expect(
      names(transaction.failed(failing, stopped: [old], error: error))
        == "restore, hear, restart 1, tell, fail deviceFailed")
    #expect(transaction.graph.contains(old) && transaction.graph.contains(output))

    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    _ = transaction.change(adding: new) {
      $0.remove(old)
      $0.add(new)
      $0.remove(output)
    }
    let landing = try change(transaction.commit())
    #expect(!landing.endsCaptures)
    let lost = [LostInput(input: new, error: error)]
    #expect(
      names(transaction.exchanged(landing, lost: lost))
        == "forget, endCaptures, detach, endRecordings, hear, graphDidChange 1")
  }

  @Test("an abandoned configuration leaves the graph as it was")
  func abandoned() throws {
    var transaction = transaction()
    let input = try input()
    transaction.begin(ConfigurationRestoration())
    _ = transaction.change(adding: input, attaching: output) { $0.add(input) }
    #expect(names(transaction.abandon()) == "restore, detach, hear")
    #expect(transaction.graph.inputs.isEmpty && transaction.drawnUp.inputs.isEmpty)
  }

  @Test("what an abandoned configuration was to end, the next one does not")
  func abandonedEnd() throws {
    var transaction = transaction()
    transaction.begin(ConfigurationRestoration())
    transaction.endCaptures()
    #expect(names(transaction.abandon()) == "restore, hear")
    transaction.begin(ConfigurationRestoration())
    #expect(try !change(transaction.commit()).endsCaptures)
  }

  // MARK: Exchanging inputs

  /// Exchanges `old` for `new`; what fails is named by its place in both. Returns what was done.
  private func exchange(
    _ old: [DeviceInput], _ new: [DeviceInput], outdated: [DeviceInput] = [], endsCaptures: Bool = false,
    failing: [String: DeviceError] = [:]
  ) throws -> (done: String, stopped: Int, lost: Int, error: CaptureError.Code?) {
    var transaction = transaction()
    transaction.begin(ConfigurationRestoration())
    _ = transaction.change { graph in for input in old { graph.add(input) } }
    _ = transaction.commit()
    transaction.begin(ConfigurationRestoration())
    if endsCaptures { transaction.endCaptures() }
    _ = transaction.change { graph in
      for input in old where !new.contains(where: { $0 === input }) { graph.remove(input) }
      for input in new where !graph.contains(input) { graph.add(input) }
    }
    var exchange = InputExchange(
      try change(transaction.commit()), delivering: old, outdated: outdated, stalled: [])
    let all = old + new.filter { input in !old.contains { $0 === input } }
    func place(_ input: DeviceInput) -> Int { all.firstIndex { $0 === input } ?? -1 }
    var done: [String] = []
    var code: CaptureError.Code?
    do throws(CaptureError) {
      try exchange.run { (action) throws(CaptureError) in
        let name =
          switch action {
          case .requireRoom(let input): "room\(place(input))"
          case .start(let input): "start\(place(input))"
          case .stop(let input): "stop\(place(input))"
          case .endCaptures: "end"
          }
        done.append(name)
        if let error = failing[name] { throw CaptureError(device: error) }
      }
    } catch {
      code = error.code
    }
    return (done.joined(separator: " "), exchange.stopped.count, exchange.lost.count, code)
  }

  private func other() throws -> DeviceInput { DeviceInput(try catalog.openAudio("scene", wish: AudioWish())) }

  @Test("what is new starts before what has gone stops, and what stays is tried again")
  func exchanges() throws {
    let (camera, microphone) = (try input(), try other())
    #expect(try exchange([camera], [camera, microphone]).done == "start1 start0")
    #expect(try exchange([camera, microphone], [camera]).done == "stop1 start0")
    #expect(try exchange([camera], [camera], endsCaptures: true).done == "end start0")
  }

  @Test("a new input of a device that is open waits until that has been stopped")
  func sameDevice() throws {
    let result = try exchange([try input()], [try input()])
    #expect(result.done == "stop0 start1 stop0" && result.error == nil)
  }

  @Test("what does not start stops all that is new, and names what ran before")
  func failures() throws {
    let (camera, microphone) = (try input(), try other())
    let broken = DeviceError(.streamingFailed, context: "x", message: "on purpose")
    let added = try exchange([camera], [camera, microphone], failing: ["start1": broken])
    #expect(added.done == "start1" && added.stopped == 0 && added.error == .deviceFailed)
    let room = try exchange([camera], [camera, microphone], outdated: [camera], failing: ["room0": broken])
    #expect(room.done == "room0" && room.stopped == 0)
    let changed = try exchange([camera], [camera, microphone], outdated: [camera], failing: ["start0": broken])
    #expect(changed.done == "room0 start1 stop0 start0 stop1" && changed.stopped == 1 && changed.error != nil)
  }

  @Test("a camera that is set differently and cannot be had then is away")
  func away() throws {
    let camera = try input()
    let busy = DeviceError(.busy, context: "x", message: "on purpose")
    let result = try exchange([camera], [camera], outdated: [camera], failing: ["start0": busy])
    #expect(result.done == "room0 stop0 start0" && result.lost == 1 && result.error == nil)
  }
}
