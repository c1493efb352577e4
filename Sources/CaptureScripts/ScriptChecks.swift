import LiveCapture
import MediaCore
import Simulator

/// The checks of whether a script is consistent: names are those of devices, steps are in order, expected captures are
/// requested.
struct ScriptChecks {
  struct Devices {
    let word: String
    let names: [String]
    /// Those that the session does not have from the beginning.
    let away: [String]
    /// Indicates whether the script lists no devices of the kind, and has the usual one.
    let isUsual: Bool

    var list: String { names.isEmpty ? "none" : names.joined(separator: ", ") }
  }

  let script: CaptureScript
  /// The file's values; `nil` for steps that are in none.
  let root: ScriptNode?
  let cameras: Devices
  let microphones: Devices

  init(_ script: CaptureScript, _ root: ScriptNode? = nil) {
    (self.script, self.root) = (script, root)
    cameras = Devices(
      word: "camera", names: script.cameraNames,
      away: (script.cameras ?? []).filter { !$0.isAttached }.map(\.name), isUsual: script.cameras == nil)
    microphones = Devices(
      word: "microphone", names: script.microphoneNames,
      away: (script.microphones ?? []).filter { !$0.isAttached }.map(\.name), isUsual: script.microphones == nil)
  }

  func check() throws(ScriptError) {
    try checkNames()
    for (index, step) in script.steps.enumerated() { try checkDevices(step.action, index) }
    try checkOutputs()
    for (index, step) in script.steps.enumerated() { try checkSound(step.action, index) }
    try checkOrder()
    try checkCaptures()
  }

  /// A name is one device's: steps say it without a word about the device's kind.
  private func checkNames() throws(ScriptError) {
    var taken: [String] = []
    for (devices, others) in [(cameras, microphones), (microphones, cameras)] {
      guard let list = try root?.value(of: devices.word + "s"), list.isList else { continue }
      for node in try list.list() {
        guard let place = try node.value(of: "name") else { continue }
        let name = try place.text()
        // The devices of scripts that list none are called something, too.
        if others.isUsual, others.names.contains(name) {
          throw place.error(
            "two devices are called \"\(name)\": this one, and the \(others.word) of a script that lists no "
              + "\(others.word)s; choose another name, or write \"\(others.word)s: none\"")
        }
        guard !taken.contains(name) else {
          throw place.error("two devices are called \"\(name)\"; names are for one device each")
        }
        taken.append(name)
      }
    }
  }

  /// Checks that a step's devices exist, and that they are of the kind that its action is for.
  func checkDevices(_ action: ScriptAction, _ index: Int) throws(ScriptError) {
    let known = cameras.names + microphones.names
    for name in action.devices where !known.contains(name) {
      throw script.error(
        step: index,
        "no device is called \"\(name)\"; there is \(known.joined(separator: ", "))"
          + Spelling.question(about: name, in: known))
    }
    guard let kind = action.onlyKind else { return }
    let devices = kind == .camera ? cameras : microphones
    for name in action.devices where !devices.names.contains(name) {
      throw script.error(step: index, "\"\(name)\" is no \(devices.word); there is \(devices.list)")
    }
    guard devices.names.isEmpty else { return }
    throw script.error(step: index, "the script has no \(devices.word) to do this to")
  }

  /// Steps are taken in the order in which they are written: none may lie before the one above it.
  private func checkOrder() throws(ScriptError) {
    // The earliest instant at which a step can be taken; frames come whenever they come.
    var earliest = MediaTime.zero
    for (index, step) in script.steps.enumerated() {
      switch step.moment {
      case .at(let time):
        guard time >= earliest else {
          throw script.error(
            step: index, key: "at",
            "\(time.milliseconds) lies before the step above it, which is not taken before "
              + "\(earliest.milliseconds); steps are taken in their order: move this one up")
        }
        earliest = time
      case .after(let time): earliest = earliest + time
      case .next, .frame: break
      }
      if case .advance(let time) = step.action { earliest = earliest + time }
    }
    if let end = try root?.value(of: "end"), let time = script.end, time < earliest {
      throw end.error(
        "\(time.milliseconds) lies before the last step, which is not taken before \(earliest.milliseconds)")
    }
  }

  /// Captures that steps and expectations name have to be asked for: they have the numbers of their presses.
  private func checkCaptures() throws(ScriptError) {
    var presses = 0
    for (index, step) in script.steps.enumerated() {
      var named: (key: String, number: Int)?
      switch step.action {
      case .press(let press): named = press.again.map { ("press.again", $0) }
      case .release(let number): named = ("release", number)
      case .flash where script.flash == nil:
        throw script.error(
          step: index, key: "flash", "there is no flash; write \"flash: ready\" beside the cameras")
      default: break
      }
      if let named, named.number > presses {
        throw script.error(
          step: index, key: named.key,
          "there is no capture \(named.number) yet: \(Self.count(presses)) \(presses == 1 ? "stands" : "stand") above "
            + "this step")
      }
      if case .press = step.action { presses += 1 }
    }
    func refuse(_ key: String, _ what: String) -> ScriptError {
      ScriptError(
        .inconsistent, file: script.file, key: "expect.\(key)", message: what + " the script has \(Self.count(presses))"
      )
    }
    for (step, number) in Self.numbered(script.expectations.timeline ?? "") where number > presses {
      throw refuse("timeline", "\"\(step)\" is of capture \(number), and")
    }
    for number in script.expectations.together.flatMap(\.captures) where number > presses {
      throw refuse("together", "there is no capture \(number):")
    }
    if let last = script.expectations.captures.keys.max(), last > presses {
      throw refuse("captures.\(last)", "there is no capture \(last):")
    }
  }

  static func count(_ presses: Int) -> String { "\(presses) \(presses == 1 ? "press" : "presses")" }

  /// The steps of a timeline that have a capture's number.
  static func numbered(_ timeline: String) -> [(step: Substring, number: Int)] {
    timeline.split(separator: " ").compactMap { step in
      Int(step.dropFirst().filter { $0 != "!" }).map { (step, $0) }
    }
  }

  /// An encoder that is to fail has to be there.
  private func checkSound(_ action: ScriptAction, _ index: Int) throws(ScriptError) {
    guard case .failAudioEncoders = action, script.session.configuration.audioCoding == .linearPCM else { return }
    throw script.error(
      step: index, key: "failAudioEncoders", "linear PCM has no encoder that could fail; leave \"sound\" at aac")
  }
}
