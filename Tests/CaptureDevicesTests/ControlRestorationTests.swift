import CaptureDevices
import MediaCore
import Testing

extension ControlRestoration {
  /// As a program sets a control that it means to put back.
  fileprivate mutating func set(_ id: UInt32, to value: Int64, on source: any VideoSource) throws(DeviceError) {
    try remember(id, of: source)
    try source.setControl(id, to: value)
  }
}

@Suite("Putting controls back") struct ControlRestorationTests {
  typealias Number = CameraControlNumber
  typealias Setting = ScriptedControlSource.Setting
  private static let controls: [DeviceControl] = [
    .scripted(Number.exposureMode, .menu, 0, 3, value: 3), .scripted(Number.exposureTime, .integer, 1, 999, value: 100),
    .scripted(Number.gain, .integer, 0, 9, value: 4), .scripted(Number.flashStrobe, .button, 0, 0),
  ]

  @Test("old values come back, the last that was touched first, and those that are the same already are left alone")
  func restores() throws {
    let source = ScriptedControlSource(Self.controls)
    var restoration = ControlRestoration()
    try restoration.set(Number.exposureMode, to: 1, on: source)
    try restoration.set(Number.exposureTime, to: 20, on: source)
    try restoration.set(Number.exposureTime, to: 30, on: source)
    try restoration.set(Number.gain, to: 7, on: source)
    try restoration.set(Number.flashStrobe, to: 1, on: source)
    source.assume(4, of: Number.gain)
    let before = source.settings.count
    try restoration.restore(on: source)
    #expect(
      Array(source.settings.dropFirst(before)) == [Setting(Number.exposureTime, 100), Setting(Number.exposureMode, 3)])
    try restoration.restore(on: source)
    #expect(source.settings.count == before + 2, "nothing is remembered any more")
  }

  @Test("what cannot be put back is told after the rest has been")
  func failure() throws {
    let source = ScriptedControlSource(Self.controls, refusing: [Number.exposureTime])
    var restoration = ControlRestoration()
    try restoration.set(Number.gain, to: 7, on: source)
    try restoration.remember(Number.exposureTime, of: source)
    source.assume(5, of: Number.exposureTime)
    let error = #expect(throws: DeviceError.self) { try restoration.restore(on: source) }
    #expect(error?.code == .invalidControlValue)
    #expect(try source.value(ofControl: Number.gain) == 4)
    // Nothing is remembered any more.
    try restoration.restore(on: source)
  }

  @Test("a control that is not there is remembered by nobody")
  func unknown() throws {
    var restoration = ControlRestoration()
    let source = ScriptedControlSource(Self.controls)
    let error = #expect(throws: DeviceError.self) { try restoration.set(77, to: 1, on: source) }
    #expect(error?.code == .unsupportedControl)
    try restoration.restore(on: source)
    #expect(source.settings.isEmpty)
  }
}
