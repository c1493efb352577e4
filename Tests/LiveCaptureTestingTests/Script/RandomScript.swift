import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Simulator

/// Scripts of shots and faults at random, the same for the same seed.
struct RandomScript {
  private var random: SeededRandom
  // Apart, so that scripts with one output are what they are without the others.
  private var outputs: SeededRandom
  private let seed: UInt64
  private var hasRaw = false
  private static let bayer = PixelFormat("RGGB") ?? .grey
  private var isFilming = false

  /// Whether movies and stills have real pictures.
  var hasRealEncoders: Bool { seed % 4 == 0 }
  /// Whether files are to be written to a real folder.
  var isOnDisk: Bool { seed % 3 == 0 }

  init(seed: UInt64) {
    self.seed = seed
    random = SeededRandom(seed: seed &* 0x9e37_79b9_7f4a_7c15 ^ 0x5851_f42d_4c95_7f2d)
    outputs = SeededRandom(seed: seed &* 0xd134_2543_de82_ef95 ^ 0x2545_f491_4f6c_dd1d)
  }

  mutating func make() -> CaptureScript {
    var script = CaptureScript(file: "seed \(seed)")
    // Real encoders cost much more: a share of the scripts has them.
    script.encoder = hasRealEncoders ? .real : .null
    let format = chance(6) ? Self.bayer : .grey
    hasRaw = format != .grey
    script.cameras = [Self.camera("back", format: format)]
    if chance(4) {
      var front = Self.camera("front", format: format)
      front.isAttached = chance(2)
      script.cameras?.append(front)
    }
    let hasSecond = outputs.next() % 4 == 0
    if hasSecond { addSecondOutput(to: &script, format) }
    let hasSound = chance(3)
    script.microphones = hasSound ? [.init(name: "mic", wish: AudioWish(sampleRate: 8000, channelCount: 1))] : []
    let failsSound = hasSound && chance(6)
    // Only floating-point sound makes an encoder fail, and only an encoder can.
    script.session.configuration.audioCoding = failsSound ? .aac(bitRate: 16_000) : .linearPCM
    if chance(6) {
      script.authorization = CaptureScript.Authorization()
      if chance(2) { script.authorization?.camera = .notDetermined }
      if chance(2) { script.authorization?.microphone = chance(2) ? .denied : .notDetermined }
    }
    if chance(4) { script.session.features[.deferred] = true }
    script.session.maximumQuality = .quality
    script.session.configuration.preRoll = milliseconds(0...800)
    script.session.configuration.postRoll = milliseconds(300...800)
    script.session.configuration.stallTimeout = milliseconds(700...1500)
    script.session.starts = !chance(12)
    if chance(3) { script.session.features[.responsive] = chance(2) }
    script.order = .shuffled(seed: random.next() >> 1, longestDelay: milliseconds(1...1500))
    script.profile = profile()
    isFilming = chance(8)
    if isFilming { script.steps.append(ScriptStep(.next, .movieOutput(true))) }
    let count = 3 + below(8)
    let devices = (script.cameras ?? []).map(\.name) + (hasSound ? ["mic"] : [])
    for _ in 0..<count {
      script.steps.append(ScriptStep(.after(chance(4) ? .zero : milliseconds(1...600)), action(devices, failsSound)))
    }
    if hasSecond { useSecondOutput(of: &script) }
    script.end = script.steps.reduce(MediaTime(value: 7, timescale: 1)) { sum, step in
      if case .after(let time) = step.moment { sum + time } else { sum }
    }
    return script
  }

  /// A second camera, with an output of its own.
  private mutating func addSecondOutput(to script: inout CaptureScript, _ format: PixelFormat) {
    script.cameras = [Self.camera("back", format: format), Self.camera("front", format: format)]
    var (main, other) = (CaptureScript.Output(name: "main", camera: "back"), CaptureScript.Output(name: "other"))
    if outputs.next() % 2 == 0 { other.camera = "front" }
    if outputs.next() % 3 == 0 { other.features[.responsive] = outputs.next() % 2 == 0 }
    if outputs.next() % 3 == 0 { main.features[.deferred] = outputs.next() % 2 == 0 }
    if outputs.next() % 8 == 0 { main.isLive = false }
    script.session.outputs = [main, other]
  }

  /// Every other step that can be is about the second output; some shutters are pressed for both at one instant.
  private mutating func useSecondOutput(of script: inout CaptureScript) {
    var steps: [ScriptStep] = []
    for var step in script.steps {
      guard Self.isAboutOutput(step.action) else {
        steps.append(step)
        continue
      }
      if outputs.next() % 2 == 0 { step.output = "other" }
      steps.append(step)
      if case .press = step.action, outputs.next() % 2 == 0 {
        steps.append(ScriptStep(.next, step.action, output: step.output == nil ? "other" : nil))
      }
    }
    script.steps = steps
  }

  private static func isAboutOutput(_ action: ScriptAction) -> Bool {
    switch action {
    case .press, .live, .suspend, .feature: true
    default: false
    }
  }

  static func camera(_ name: String, format: PixelFormat = .grey, rate: Int32 = 10) -> CaptureScript.Camera {
    CaptureScript.Camera(
      name: name,
      modes: [
        VideoModeCapability(
          pixelFormat: format, width: 48, height: 48, frameIntervals: [MediaTime(value: 1, timescale: rate)])
      ])
  }

  private mutating func profile() -> CaptureProfile {
    var profile = CaptureProfile()
    if chance(2) { profile.movieEndedByInterruption = .isKept }
    if chance(2) { profile.movieEndedByReconfiguration = .isDropped }
    if chance(2) { profile.movieFailure = .isToldOnce }
    if chance(2) { profile.exposureCalls = .alwaysCome }
    if chance(2) { profile.delivery = .serialPerCapture }
    return profile
  }

  private mutating func action(_ devices: [String], _ failsSound: Bool) -> ScriptAction {
    let device = devices[below(devices.count)]
    let camera = device == "mic" ? "back" : device
    if failsSound, chance(6) {
      return .failAudioEncoders(afterFrames: chance(3) ? nil : below(4000))
    }
    if isFilming, chance(3) { return chance(3) ? .stopRecording : .record(recording()) }
    switch below(30) {
    case 0...8: return .press(press())
    case 9...12:
      let fault = FrameFault.allCases[below(FrameFault.allCases.count)]
      return .order(.spoil(fault, frames: 1 + below(6)), to: [camera])
    case 13: return .order(chance(2) ? .freeze : .thaw, to: [device])
    case 14: return .order(.clockStep(milliseconds(0...900) - milliseconds(0...900)), to: [camera])
    case 15: return .order(.share(Double(below(10)) / 10 + 0.1), to: [camera])
    case 16: return .order(.overrun(frames: 1 + below(5000)), to: ["mic"])
    case 17: return .order(.unplug, to: chance(3) ? devices : [device])
    case 18, 19: return .order(.replug(), to: [device])
    case 20: return .failEncoders(afterFrames: chance(2) ? nil : below(20))
    case 21:
      let disks: [ScriptDisk] = [
        .works, .full(atByte: below(4000)), .unwritable, .vanishes, .slow(milliseconds(1...900)),
      ]
      return .disk(disks[below(disks.count)])
    case 22: return .stop
    case 23: return .start
    case 24: return .suspend(chance(2))
    case 25: return .live(chance(2))
    case 26: return .feature(chance(2) ? .responsive : .zeroShutterLag, chance(2))
    case 27: return .interrupt(chance(2) ? .audioDeviceInUseByAnotherClient : .videoDeviceNotAvailableInBackground)
    case 28:
      return .endInterruption(
        chance(2) ? .audioDeviceInUseByAnotherClient : .videoDeviceNotAvailableInBackground)
    default: return rareAction(device, camera)
    }
  }

  private mutating func rareAction(_ device: String, _ camera: String) -> ScriptAction {
    switch below(12) {
    case 0: .removeInput(device)
    case 1: .addInput(device)
    case 2: .switchCamera(from: "back", to: camera)
    case 3: .movieOutput(chance(2))
    case 4: .release(capture: 1 + below(4))
    case 5: .answer(chance(2) ? .video : .audio, isGranted: chance(2))
    case 6: .order(chance(2) ? .allow : .deny, to: [device])
    case 7: .feature(.deferred, chance(2))
    case 8: .finishDeferred(afterRestart: chance(2))
    case 9: .failStills(below(3))
    case 10: .slowDelegate(milliseconds(0...300))
    default: .createFile("\(1 + below(6)).mov")
    }
  }

  private mutating func recording() -> ScriptRecording {
    var recording = ScriptRecording()
    if chance(3) { recording.codec = .hevc }
    if chance(4) { recording.maximumDuration = milliseconds(200...2000) }
    if chance(6) { recording.maximumSize = 500 + below(4000) }
    return recording
  }

  private mutating func press() -> ScriptPress {
    var press = ScriptPress(chance(3) ? .still : .live)
    if hasRealEncoders, chance(4) { press.codec = .heic }
    if hasRaw, chance(3) {
      press.kind = [.raw, .rawAndStill, .rawBracket][below(3)]
      return press
    }
    if chance(8) { press.delegate = .none }
    if chance(3) { press.quality = .quality }
    if chance(12) {
      press.kind = .bracket
      if chance(2) { press.exposures = [.init(gain: 50), .init(duration: MediaTime(value: 1, timescale: 100))] }
    }
    if chance(4) { press.pixels = .bgra }
    if chance(3) { press.movieCodec = .hevc }
    if chance(4) { press.lag = milliseconds(0...300) }
    return press
  }

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  /// Once in so many times.
  private mutating func chance(_ count: Int) -> Bool { below(count) == 0 }

  private mutating func milliseconds(_ range: ClosedRange<Int>) -> MediaTime {
    MediaTime(value: Int64(range.lowerBound + below(range.count)), timescale: 1000)
  }
}
