import CV4L2
import CaptureDevices
import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("What a V4L2 camera offers")
struct V4L2QueryTests {
  private func device(_ change: (inout ScriptedNode) -> Void) throws -> VideoDevice {
    var node = ScriptedNode.camera()
    change(&node)
    let camera = ScriptedCamera(node)
    return try #require(try camera.catalog.videoDevices().first)
  }

  private func sizes(_ sizes: ScriptedNode.Format.Sizes) throws -> [String] {
    try device { $0.formats[0].sizes = sizes }.modes.map { "\($0.width)x\($0.height)" }
  }

  private func rates(_ rates: ScriptedNode.Format.Rates) throws -> [MediaTime] {
    try #require(try device { $0.formats[0].rates = rates }.modes.first).frameIntervals
  }

  private func range(_ width: (UInt32, UInt32, UInt32), _ height: (UInt32, UInt32, UInt32)) -> v4l2_frmsize_stepwise {
    v4l2_frmsize_stepwise(
      min_width: width.0, max_width: width.1, step_width: width.2, min_height: height.0, max_height: height.1,
      step_height: height.2)
  }

  @Test("listed sizes come in the driver's order, without repeats and nonsense")
  func discreteSizes() throws {
    #expect(
      try sizes(.discrete([(640, 480), (320, 240), (640, 480), (0, 5), (.max, .max), (32_769, 2), (2, 2)]))
        == ["640x480", "320x240", "2x2"])
  }

  @Test("a range of sizes offers the usual ones inside, and its greatest")
  func sizeRanges() throws {
    #expect(try sizes(.range(range((600, 1300, 1), (400, 800, 1)))).contains("1280x720"))
    #expect(try sizes(.range(range((600, 1300, 1), (400, 800, 1)))).last == "1300x800")
    #expect(try !sizes(.range(range((600, 1300, 1), (400, 800, 1)))).contains("1920x1080"))
    // In steps of 16 from 16: 1280 fits, 360 does not.
    let stepped = try sizes(.range(range((16, 1290, 16), (16, 725, 16))))
    #expect(stepped.contains("1280x720"))
    #expect(!stepped.contains("640x360"))
    #expect(stepped.last == "1280x720")
    // Ranges that make no sense: the present size is all that is left.
    #expect(try sizes(.range(range((5, 4, 2), (5, 4, 2)))) == ["64x48"])
    #expect(try sizes(.range(range((0, .max, 0), (0, .max, 0)))).contains("640x480"))
    #expect(try sizes(.range(range((.max, .max, 8), (.max, .max, 8)))) == ["64x48"])
    #expect(try sizes(.range(range((2, .max, 7), (2, .max, 7)))).last == "32762x32762")
  }

  @Test("a driver that lists no sizes is asked for the present one")
  func unlistedSizes() throws {
    #expect(try sizes(.unlisted) == ["64x48"])
  }

  @Test("listed rates are exact fractions, shortest interval first")
  func discreteRates() throws {
    let fractions: [(UInt32, UInt32)] = [
      (1, 15), (1001, 30000), (1, 30), (2, 60), (0, 1), (1, 0), (1, .max), (.max, .max),
    ]
    #expect(
      try rates(.discrete(fractions.map { v4l2_fract(numerator: $0.0, denominator: $0.1) })) == [
        MediaTime(value: 1, timescale: 30), MediaTime(value: 1001, timescale: 30000),
        MediaTime(value: 1, timescale: 15), MediaTime(value: 1, timescale: 1),
      ])
  }

  @Test("a range of rates offers the usual ones inside, and its shortest interval")
  func rateRanges() throws {
    func range(_ step: v4l2_fract, _ type: v4l2_frmivaltypes) -> ScriptedNode.Format.Rates {
      .range(
        v4l2_frmival_stepwise(
          min: v4l2_fract(numerator: 1, denominator: 40), max: v4l2_fract(numerator: 1, denominator: 20), step: step),
        type: type.rawValue)
    }
    let one = v4l2_fract(numerator: 1, denominator: 1)
    let fine = v4l2_fract(numerator: 1, denominator: 120)
    #expect(
      try rates(range(one, V4L2_FRMIVAL_TYPE_CONTINUOUS))
        == [40, 30, 25, 24, 20].map { MediaTime(value: 1, timescale: $0) })
    // In steps of 1/120 s from 3/120: 30 fps is 4/120, 24 is 5/120, 20 is 6/120.
    #expect(
      try rates(range(fine, V4L2_FRMIVAL_TYPE_STEPWISE)) == [40, 30, 24, 20].map { MediaTime(value: 1, timescale: $0) })
    let none = v4l2_fract(numerator: 0, denominator: 0)
    #expect(try rates(range(none, V4L2_FRMIVAL_TYPE_STEPWISE)).count == 5)
    #expect(
      try rates(
        .range(v4l2_frmival_stepwise(min: none, max: none, step: none), type: V4L2_FRMIVAL_TYPE_STEPWISE.rawValue)
      )
      .isEmpty)
    #expect(try rates(.unlisted).isEmpty)
  }

  @Test("controls have their kinds, ranges, values and menus", arguments: [true, false])
  func controls(_ knowsExtended: Bool) throws {
    let device = try device { node in
      node.knowsExtendedControls = knowsExtended
      node.controls = [
        .init(
          id: 0x98_0900, name: "Brightness", type: V4L2_CTRL_TYPE_INTEGER.rawValue, minimum: -10, maximum: 10,
          defaultValue: 3, value: -4),
        .init(id: 0x98_0901, name: "User Controls", type: V4L2_CTRL_TYPE_CTRL_CLASS.rawValue),
        .init(
          id: 0x98_0910, name: "Mains", type: V4L2_CTRL_TYPE_MENU.rawValue, maximum: 2, value: 2,
          menu: [0: "Off", 2: "60 Hz"]),
        .init(id: 0x98_0920, name: "Reset", type: V4L2_CTRL_TYPE_BUTTON.rawValue),
        .init(id: 0x98_0930, name: "Auto", type: V4L2_CTRL_TYPE_BOOLEAN.rawValue, value: 1),
      ]
    }
    #expect(device.controls.map(\.name) == ["Brightness", "Mains", "Reset", "Auto"])
    #expect(device.controls.map(\.kind) == [.integer, .menu, .button, .boolean])
    #expect(device.controls.map(\.value) == [-4, 2, nil, 1])
    #expect(device.controls[0].minimum == -10)
    #expect(device.controls[0].maximum == 10)
    #expect(device.controls[0].defaultValue == 3)
    #expect(device.controls[1].menu == [0: "Off", 2: "60 Hz"])
  }

  @Test("disabled and write-only controls, wide values, menus of numbers and endless menus")
  func oddControls() throws {
    let device = try device { node in
      node.controls = [
        .init(id: 1, name: "Disabled", type: V4L2_CTRL_TYPE_INTEGER.rawValue, flags: CV4L2_CTRL_FLAG_DISABLED),
        .init(
          id: 2, name: "Secret", type: V4L2_CTRL_TYPE_INTEGER.rawValue, flags: CV4L2_CTRL_FLAG_WRITE_ONLY, value: 5),
        .init(id: 3, name: "Wide", type: V4L2_CTRL_TYPE_INTEGER64.rawValue, maximum: .max, value: 1 << 40),
        .init(
          id: 4, name: "Link", type: V4L2_CTRL_TYPE_INTEGER_MENU.rawValue, maximum: 1, value: 0,
          menu: [0: "100", 1: "200"]),
        .init(id: 5, name: "Endless", type: V4L2_CTRL_TYPE_MENU.rawValue, maximum: .max, menu: [0: "a", 300: "b"]),
        .init(id: 6, name: "Backwards", type: V4L2_CTRL_TYPE_MENU.rawValue, minimum: 5, maximum: -5),
      ]
    }
    #expect(device.controls.map(\.name) == ["Secret", "Wide", "Link", "Endless", "Backwards"])
    #expect(device.controls.map(\.value) == [nil, 1 << 40, 0, 0, 0])
    #expect(device.controls[2].menu == [0: "100", 1: "200"])
    #expect(device.controls[3].menu == [0: "a"])
    #expect(device.controls[4].menu.isEmpty)
  }
}
