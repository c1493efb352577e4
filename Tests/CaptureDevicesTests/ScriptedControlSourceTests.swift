import CaptureDevices
import MediaCore
import Testing

/// The camera of tests keeps to what drivers do with controls.
@Suite struct ScriptedControlSourceTests {
  private let source = ScriptedControlSource(
    [.scripted(1, value: 5), .scripted(2, value: 7)], refusing: [2])

  private func code(_ body: () throws(DeviceError) -> Void) -> DeviceError.Code? {
    do { try body() } catch { return error.code }
    return nil
  }

  @Test("controls begin at their defaults, and keep what is set or assumed; only what is set is noted")
  func values() throws {
    #expect(try source.value(ofControl: 1) == 5)
    try source.setControl(1, to: 9)
    source.assume(4, of: 2)
    #expect(try source.value(ofControl: 1) == 9 && source.value(ofControl: 2) == 4)
    try source.setControl(1, to: 9)
    #expect(source.settings == [.init(1, 9), .init(1, 9)])
  }

  @Test("what is refused, or is no control of the camera's, changes nothing")
  func refusals() throws {
    #expect(code { () throws(DeviceError) in try source.setControl(2, to: 1) } == .invalidControlValue)
    #expect(code { () throws(DeviceError) in try source.setControl(3, to: 1) } == .unsupportedControl)
    #expect(code { () throws(DeviceError) in _ = try source.value(ofControl: 3) } == .unsupportedControl)
    #expect(try source.value(ofControl: 2) == 7)
    #expect(source.settings == [])
  }
}
