import CaptureDevices
import MediaCore
import Testing

@Suite("Choosing among a camera's modes")
struct ModeNegotiatorTests {
  typealias Mode = (format: String, width: Int, height: Int, rates: [Int32])

  private func negotiator(_ modes: [Mode]) throws -> ModeNegotiator {
    ModeNegotiator(
      device: "cam",
      capabilities: try modes.map { mode in
        VideoModeCapability(
          pixelFormat: try #require(PixelFormat(mode.format)), width: mode.width, height: mode.height,
          frameIntervals: mode.rates.map { MediaTime(value: 1, timescale: $0) })
      })
  }

  private func chosen(_ modes: [Mode], _ wish: VideoWish) throws -> String {
    let choice = try negotiator(modes).choose(wish)
    let rate = choice.frameInterval.map { "\(Int((1 / $0.seconds).rounded()))" } ?? "?"
    return "\(choice.capability.pixelFormat) \(choice.capability.width)x\(choice.capability.height)@\(rate)"
  }

  // What a usual webcam has: raw pictures too slow for a movie above 640x480.
  static let webcam: [Mode] = [
    ("YUYV", 640, 480, [30, 15]), ("YUYV", 1280, 720, [10]), ("YUYV", 1920, 1080, [5]),
    ("MJPG", 640, 480, [30, 15]), ("MJPG", 1280, 720, [60, 30, 15]), ("MJPG", 1920, 1080, [30, 15]),
    ("MJPG", 2592, 1944, [15]),
  ]

  struct Case: CustomTestStringConvertible, Sendable {
    var modes: [Mode] = webcam
    let wish: VideoWish
    let expected: String
    var testDescription: String { "\(wish) → \(expected)" }
  }

  @Test(
    "the mode that serves a wish best",
    arguments: [
      Case(wish: VideoWish(), expected: "MJPG 1920x1080@30"),
      Case(wish: VideoWish(priority: .photo), expected: "MJPG 2592x1944@15"),
      Case(wish: VideoWish(size: (640, 480)), expected: "MJPG 640x480@30"),
      Case(wish: VideoWish(size: (1280, 720)), expected: "MJPG 1280x720@30"),
      Case(wish: VideoWish(size: (1280, 720), frameRate: 60), expected: "MJPG 1280x720@60"),
      Case(wish: VideoWish(frameRate: 60), expected: "MJPG 1280x720@60"),
      Case(wish: VideoWish(frameRate: 10), expected: "YUYV 1280x720@10"),
      Case(wish: VideoWish(pixelFormat: .yuyv), expected: "YUYV 640x480@30"),
      Case(wish: VideoWish(pixelFormat: .yuyv, priority: .photo), expected: "YUYV 1280x720@10"),
      Case(wish: VideoWish(size: (1920, 1080), pixelFormat: .yuyv), expected: "YUYV 1920x1080@5"),
      Case(wish: VideoWish(size: (2592, 1944)), expected: "MJPG 2592x1944@15"),
      // Rates: nearest to 30, but not below 24; 24 itself is enough.
      Case(modes: [("MJPG", 640, 480, [60, 25, 15])], wish: VideoWish(), expected: "MJPG 640x480@25"),
      Case(modes: [("MJPG", 640, 480, [120, 60, 20])], wish: VideoWish(), expected: "MJPG 640x480@60"),
      Case(
        modes: [("MJPG", 800, 600, [24]), ("MJPG", 640, 480, [30])], wish: VideoWish(), expected: "MJPG 800x600@24"),
      // Equal size and rate: the order of the native codings.
      Case(
        modes: [("GREY", 64, 48, [30]), ("RGB3", 64, 48, [30]), ("NV12", 64, 48, [30]), ("YUYV", 64, 48, [30])],
        wish: VideoWish(), expected: "NV12 64x48@30"),
      // Foreign codings only when nothing native fits, even if they would be better.
      Case(
        modes: [("BA81", 1920, 1080, [30]), ("YUYV", 320, 240, [5])], wish: VideoWish(), expected: "YUYV 320x240@5"),
      Case(modes: [("BA81", 640, 480, [30])], wish: VideoWish(), expected: "BA81 640x480@30"),
      Case(
        modes: [("BA81", 640, 480, [60]), ("YUYV", 640, 480, [30])], wish: VideoWish(frameRate: 60),
        expected: "BA81 640x480@60"),
      // Neither raw nor to be converted: the order among those that are.
      Case(
        modes: [("YVYU", 640, 480, [30]), ("BG10", 640, 480, [30]), ("BA81", 640, 480, [30])], wish: VideoWish(),
        expected: "BA81 640x480@30"),
      // Raw frames are to be asked for, and then count like others.
      Case(
        modes: webcam + [("BG10", 1920, 1080, [60, 30]), ("BG10", 2592, 1944, [30])], wish: VideoWish(),
        expected: "MJPG 1920x1080@30"),
      Case(
        modes: webcam + [("BG10", 2592, 1944, [30])], wish: VideoWish(priority: .photo), expected: "MJPG 2592x1944@15"),
      Case(
        modes: webcam + [("BG10", 1920, 1080, [60, 30]), ("BG10", 2592, 1944, [30])],
        wish: VideoWish(pixelFormat: PixelFormat("BG10")), expected: "BG10 1920x1080@30"),
      Case(
        modes: webcam + [("BG10", 2592, 1944, [30])],
        wish: VideoWish(pixelFormat: PixelFormat("BG10"), priority: .photo), expected: "BG10 2592x1944@30"),
      // Only above 1920x1080 is it steady: the smallest there.
      Case(
        modes: [("MJPG", 3840, 2160, [30]), ("MJPG", 2560, 1440, [30]), ("MJPG", 1280, 720, [15])],
        wish: VideoWish(), expected: "MJPG 2560x1440@30"),
      Case(
        modes: [("MJPG", 1080, 1920, [30]), ("MJPG", 640, 480, [30])], wish: VideoWish(),
        expected: "MJPG 1080x1920@30"),
      // Nothing is steady: the largest near the highest rate.
      Case(
        modes: [("YUYV", 320, 240, [15]), ("YUYV", 640, 480, [12]), ("YUYV", 1280, 720, [5])], wish: VideoWish(),
        expected: "YUYV 640x480@12"),
      // The driver does not tell rates.
      Case(modes: [("YUYV", 640, 480, []), ("YUYV", 1280, 720, [])], wish: VideoWish(), expected: "YUYV 1280x720@?"),
      Case(modes: [("YUYV", 640, 480, [])], wish: VideoWish(frameRate: 25), expected: "YUYV 640x480@25"),
      Case(
        modes: [("YUYV", 640, 480, [30]), ("YUYV", 1280, 720, [])], wish: VideoWish(), expected: "YUYV 640x480@30"),
      // Photo: nothing reaches 10 fps.
      Case(
        modes: [("YUYV", 640, 480, [5]), ("YUYV", 1280, 720, [2])], wish: VideoWish(priority: .photo),
        expected: "YUYV 1280x720@2"),
      // Senseless sizes are passed over.
      Case(
        modes: [("MJPG", .max, .max, [30]), ("MJPG", 0, 5, [30]), ("MJPG", 64, 48, [30])], wish: VideoWish(),
        expected: "MJPG 64x48@30"),
    ])
  func choice(_ example: Case) throws {
    #expect(try chosen(example.modes, example.wish) == example.expected)
  }

  @Test(
    "a demanded rate fits within half a percent",
    arguments: [(29.97, true), (29.86, true), (29.8, false), (30.2, false)])
  func rateTolerance(_ rate: Double, _ fits: Bool) throws {
    let negotiator = try negotiator([("MJPG", 64, 48, [30])])
    #expect(((try? negotiator.choose(VideoWish(frameRate: rate))) != nil) == fits)
  }

  @Test("fractional rates are chosen exactly")
  func fractional() throws {
    let ntsc = MediaTime(value: 1001, timescale: 30000)
    let negotiator = ModeNegotiator(
      device: "cam",
      capabilities: [
        VideoModeCapability(
          pixelFormat: .mjpeg, width: 64, height: 48, frameIntervals: [MediaTime(value: 1, timescale: 30), ntsc])
      ])
    #expect(try negotiator.choose(VideoWish(frameRate: 29.97)).frameInterval == ntsc)
  }

  @Test(
    "what the camera has not is refused, with a list of what it has",
    arguments: [
      VideoWish(size: (800, 600)), VideoWish(frameRate: 50), VideoWish(pixelFormat: .nv12),
      VideoWish(size: (2592, 1944), frameRate: 30), VideoWish(frameRate: .nan), VideoWish(frameRate: 0),
      VideoWish(frameRate: -30), VideoWish(frameRate: .infinity),
    ])
  func refused(_ wish: VideoWish) throws {
    let negotiator = try negotiator(Self.webcam)
    let error = #expect(throws: DeviceError.self) { try negotiator.choose(wish) }
    #expect(error?.code == .unsupportedMode)
    #expect(error?.context == "cam")
    if wish.frameRate.map({ $0.isFinite && $0 > 0 }) ?? true {
      #expect(error?.message.contains("1280x720 (YUYV 10, MJPG 60/30/15)") == true)
      #expect(error?.message.contains("leave the choice open") == true)
    }
  }

  @Test("the list groups codings with equal rates, and stays short")
  func list() throws {
    var modes: [Mode] = [("YUYV", 64, 48, [30]), ("NV12", 64, 48, [30]), ("NV16", 64, 48, [30])]
    for width in 1...40 { modes.append(("MJPG", 100 + width, 100, [30])) }
    let error = try #require(throws: DeviceError.self) {
      try negotiator(modes).choose(VideoWish(size: (1, 1)))
    }
    #expect(error.message.contains("29 more sizes, and 1 more coding."))
    #expect(error.message.count < 700)
    let few = try #require(throws: DeviceError.self) {
      try negotiator(Array(modes.prefix(3))).choose(VideoWish(size: (1, 1)))
    }
    #expect(few.message.contains("64x48 (YUYV NV12 30)"))
  }

  @Test("a camera without any mode is refused in words of its own")
  func empty() throws {
    let error = try #require(throws: DeviceError.self) { try negotiator([]).choose(VideoWish()) }
    #expect(error.code == .unsupportedMode)
    #expect(error.message.contains("no picture format"))
  }

  @Test(
    "the reason tells what was asked, what decided, and whether there is a conversion",
    arguments: [
      (VideoWish(), "MJPG 1920x1080 at 30 fps: the largest size up to 1920x1080 with at least 24 fps."),
      (VideoWish(size: (640, 480)), "MJPG 640x480 at 30 fps: size as asked"),
      (
        VideoWish(size: (640, 480), frameRate: 15, pixelFormat: .yuyv),
        "YUYV 640x480 at 15 fps: size, rate, coding as asked."
      ),
    ])
  func reason(_ wish: VideoWish, _ reason: String) throws {
    #expect(try negotiator(Self.webcam).choose(wish).reason.hasPrefix(reason))
    let foreign = try negotiator([("YVYU", 64, 48, [30])]).choose(VideoWish()).reason
    #expect(foreign.hasSuffix("the coding has to be converted."))
    let raw = try negotiator([("BA81", 64, 48, [30])]).choose(VideoWish()).reason
    #expect(raw.hasSuffix("the frames are raw and have to be developed."))
  }
}
