import CaptureDevices
import KioskWeb

/// A control of the camera under the name and with the words by which pages and the booth's memory know it.
struct BoothControl {
  /// A control that rules another one, and the word at which that one has an effect.
  typealias Ruler = (id: String, word: String)

  static let automatic = "automatic"
  static let manual = "manual"

  /// The control without its value.
  let told: KioskCameraControls.Control
  /// V4L2's number for it.
  let number: UInt32
  let ruler: Ruler?
  let read: () throws(DeviceError) -> KioskControlValue?
  let write: (KioskControlValue) throws(DeviceError) -> Void

  var id: String { told.id }

  private init(_ id: String, _ range: CameraControlRange, ruler: Ruler?) {
    var told = KioskCameraControls.Control(id: id)
    (told.minimum, told.maximum) = (range.range.lowerBound, range.range.upperBound)
    (told.step, told.values, told.unit) = (range.step, range.values, range.unit)
    told.usual = range.defaultValue.map { .number($0) }
    (self.told, number, self.ruler) = (told, range.control.id, ruler)
    read = { () throws(DeviceError) in .number(try range.value()) }
    write = { value throws(DeviceError) in
      if case .number(let value) = value { try range.set(value) }
    }
  }

  private init<Option>(_ id: String, _ choice: CameraControlChoice<Option>, _ words: [(word: String, option: Option)]) {
    let words = words.filter { choice.options.contains($0.option) }
    func word(_ option: Option?) -> KioskControlValue? {
      words.first { $0.option == option }.map { .word($0.word) }
    }
    var told = KioskCameraControls.Control(id: id)
    (told.options, told.usual) = (words.map(\.word), word(choice.defaultValue))
    (self.told, number, ruler) = (told, choice.control.id, nil)
    read = { () throws(DeviceError) in word(try choice.value()) }
    write = { value throws(DeviceError) in
      if let option = words.first(where: { value == .word($0.word) })?.option { try choice.set(option) }
    }
  }

  /// Returns the controls of a camera that an operator may set, each after the one that rules it.
  static func all(of camera: CameraControls) -> [BoothControl] {
    var all: [BoothControl] = []
    func add(_ id: String, _ range: CameraControlRange?, when rulers: Ruler...) {
      guard let range, range.range.lowerBound < range.range.upperBound else { return }
      all.append(BoothControl(id, range, ruler: rulers.first { ruler in all.contains { $0.id == ruler.id } }))
    }
    func add<Option>(
      _ id: String, _ choice: CameraControlChoice<Option>?, _ words: [(word: String, option: Option)]
    ) {
      guard let choice else { return }
      let control = BoothControl(id, choice, words)
      // What leaves no choice is left out.
      if control.told.options.count > 1 { all.append(control) }
    }
    let adjustment: [(word: String, option: CameraAdjustment)] = [(automatic, .continuous), (manual, .locked)]
    add(
      "exposureMode", camera.exposureMode, [(automatic, camera.automaticExposureMode ?? .automatic), (manual, .manual)])
    add("exposureTargetBias", camera.exposureBias, when: ("exposureMode", automatic))
    add("exposureDuration", camera.exposureTime, when: ("exposureMode", manual))
    add("isoMode", camera.isoMode, adjustment)
    add("iso", camera.iso, when: ("isoMode", manual), ("exposureMode", manual))
    add("gainMode", camera.automaticGain, adjustment)
    add("gain", camera.gain, when: ("gainMode", manual), ("exposureMode", manual))
    add("brightness", camera.brightness)
    add("focusMode", camera.automaticFocus, adjustment)
    add("lensPosition", camera.lensPosition, when: ("focusMode", manual))
    add("whiteBalanceMode", camera.automaticWhiteBalance, adjustment)
    add("temperature", camera.whiteBalanceTemperature, when: ("whiteBalanceMode", manual))
    add("videoZoomFactor", camera.zoomFactor)
    add(
      "powerLineFrequency", camera.powerLineFrequency,
      [(automatic, .automatic), ("50Hz", .hertz50), ("60Hz", .hertz60), ("off", .disabled)])
    return all
  }

  /// - Throws: ``WebFailure`` 400 for a value that the control does not take.
  func check(_ value: KioskControlValue) throws(WebFailure) {
    switch value {
    case .word(let word):
      if told.options.contains(word) { return }
    case .number(let number):
      // What was worked out may be off by its last digit.
      if let minimum = told.minimum, let maximum = told.maximum {
        let slack = max(abs(minimum), abs(maximum)) * 1e-9
        if number >= minimum - slack, number <= maximum + slack { return }
      }
    }
    let takes =
      told.options.isEmpty
      ? "\(told.minimum ?? 0) to \(told.maximum ?? 0)" : told.options.joined(separator: ", ")
    throw .invalid("\(id): the camera takes \(takes).")
  }
}
