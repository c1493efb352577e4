import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import VideoCoding

/// How one of the hundred Live Photos is taken, drawn from its number.
struct HundredSetup: Sendable, CustomStringConvertible {
  let number: Int
  let size: (width: Int, height: Int)
  let rate: Double
  let pixelFormat: PixelFormat
  let shutter: Double
  let audio: AudioWish
  let coding: SessionConfiguration.AudioCoding
  let photoCodec: PhotoCodec
  let movieCodec: VideoCodec
  let scene: SceneSettings

  private static let formats: [PixelFormat] = [.mjpeg, .nv12, .yu12, .yuyv, .uyvy, .rgb24, .grey]
  private static let rates = [30, 29.97, 25, 15, 60, 30, 24, 10, 50, 30, 20, 12.5]

  init(number: Int) {
    var random = SeededRandom(seed: UInt64(number))
    self.number = number
    // A few, among them some of those that the independent checker sees: they take longer.
    photoCodec = number % 25 == 11 || number % 33 == 22 ? .heic : .jpeg
    movieCodec = number % 20 == 7 || number % 22 == 11 ? .hevc : .h264
    pixelFormat = Self.formats[number % Self.formats.count]
    rate = Self.rates[number % Self.rates.count]
    size = Self.size(number, pixelFormat, &random)
    // A third is taken before the ring holds the whole pre-roll.
    shutter =
      number % 3 == 0 ? Double.random(in: 0...1.5, using: &random) : Double.random(in: 1.5...3.5, using: &random)
    let sampleRate = [48_000, 44_100, 48_000, 32_000].randomElement(using: &random) ?? 48_000
    audio = AudioWish(sampleRate: sampleRate, channelCount: Int.random(in: 1...2, using: &random))
    coding = number % 4 == 1 ? .linearPCM : .aac(bitRate: [64_000, 96_000, 128_000][number % 3])
    var scene = SceneSettings(seed: UInt64(number) + 1)
    scene.microphoneSkewPPM = Double(Int.random(in: -5...5, using: &random)) * 50
    scene.audioReadingJitter = MediaTime(value: Int64.random(in: 0...4, using: &random), timescale: 1000)
    scene.sampleFormat = [.s16, .s32, .float].randomElement(using: &random) ?? .s16
    scene.frameLatency = [nil, .zero, MediaTime(value: 60, timescale: 1000)].randomElement(using: &random) ?? nil
    self.scene = scene
  }

  private static func size(
    _ number: Int, _ format: PixelFormat, _ random: inout SeededRandom
  ) -> (width: Int, height: Int) {
    if number == 50 { return (1920, 1080) }
    if number % 17 == 4 { return (1280, 720) }
    let size = [(640, 480), (640, 360), (646, 482), (720, 480)].randomElement(using: &random) ?? (640, 480)
    // Formats whose pixels share colour have even sides; the others may be odd.
    let isFree = [.mjpeg, .rgb24, .grey].contains(format)
    return isFree && number % 2 == 1 ? (size.0 - 1, size.1 + 1) : size
  }

  var wish: VideoWish { VideoWish(size: size, frameRate: rate, pixelFormat: pixelFormat) }

  var configuration: SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.audioCoding = coding
    configuration.videoThreads = 1
    configuration.videoPreset = .superfast
    configuration.heicPreset = .ultrafast
    return configuration
  }

  var description: String {
    "pair \(number): \(size.width)x\(size.height) \(pixelFormat) at \(rate) fps, \(photoCodec) and \(movieCodec), shutter at "
      + "\((shutter * 1000).rounded() / 1000) s, \(coding), \(audio.sampleRate ?? 0) Hz, \(audio.channelCount ?? 0) ch"
  }
}
