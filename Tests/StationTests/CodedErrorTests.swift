import CaptureDevices
import Fixtures
import LiveCaptureTesting
import MediaCore
import Station
import TestSupport
import Testing

/// What errors of stations, devices, fixtures and golden texts say of their call and of the error behind them.
@Suite struct CodedErrorTests {
  @Test("a station's error does not tell the one behind it")
  func station() {
    #expect(
      StationError.descriptions(.invalidConfiguration) == [
        "x: Mend it.", "x: Mend it. [ioctl]", "x: Mend it. [5]", "x: Mend it. [ioctl: 5]",
        "x: Mend it.", "x: Mend it. [ioctl]", "x: Mend it. [5]", "x: Mend it. [ioctl: 5]",
      ])
  }

  @Test("a device's error has the system's number, and does not tell the one behind it")
  func device() {
    #expect(
      DeviceError.descriptions(.busy) == [
        "x: Mend it.", "x: Mend it. [ioctl]", "x: Mend it. [errno 5]", "x: Mend it. [ioctl: errno 5]",
        "x: Mend it.", "x: Mend it. [ioctl]", "x: Mend it. [errno 5]", "x: Mend it. [ioctl: errno 5]",
      ])
  }

  @Test("a fixture's error has the system's number, and the cause without the file's name")
  func fixture() {
    #expect(
      FixtureError.descriptions(.damaged) == [
        "x: Mend it.", "x: Mend it. [ioctl]", "x: Mend it. [errno 5]", "x: Mend it. [ioctl: errno 5]",
        "x: Mend it. Cause: gone", "x: Mend it. [ioctl] Cause: gone", "x: Mend it. [errno 5] Cause: gone",
        "x: Mend it. [ioctl: errno 5] Cause: gone",
      ])
  }

  @Test("a golden text's error has the one behind it in brackets, without the file's name")
  func golden() {
    #expect(
      GoldenError.descriptions(.unreadable) == [
        "x: Mend it.", "x: Mend it. [ioctl]", "x: Mend it. [5]", "x: Mend it. [ioctl: 5]",
        "x: Mend it. [gone]", "x: Mend it. [ioctl] [gone]", "x: Mend it. [5] [gone]", "x: Mend it. [ioctl: 5] [gone]",
      ])
  }
}
