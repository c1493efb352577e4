import MediaCore
import Testing
import VideoCoding

@testable import LiveCapture

/// Presets by what encoding has cost: on machines of every speed, without a clock.
@Suite struct PaceMeterTests {
  private typealias Preset = PaceMeter.Preset

  /// A machine whose encoders take as long as the figures say, times `slowness`.
  private struct Machine {
    var meter: PaceMeter
    let cores: Int
    var slowness: Double
    var cameras = 1

    init(cores: Int, slowness: Double) {
      (self.cores, self.slowness) = (cores, slowness)
      meter = PaceMeter(cores: cores)
    }

    private var threads: Int { min(cores, 4) }

    private func seconds(_ stream: PaceMeter.Stream, _ preset: Preset) -> Double {
      stream.work.seconds(preset) * slowness / min(Double(threads), Double(cores) / Double(cameras))
    }

    mutating func trial(_ stream: PaceMeter.Stream) {
      let alone = stream.work.seconds(.superfast) * slowness / Double(threads)
      meter.noteTrial(stream, .superfast, time: .seconds(alone), threads: threads)
    }

    /// A movie is made; what is told of its preset.
    @discardableResult
    mutating func movie(
      _ stream: PaceMeter.Stream, limit: Double = 0.5, pictures: Int = 90
    ) -> (preset: Preset, news: EncodingChoice?) {
      let demand = PaceMeter.Demand(
        frameInterval: MediaTime(value: 1, timescale: 30), limit: limit, cameraCount: cameras, threads: threads)
      let choice = meter.choose(stream, demand)
      meter.note(
        stream, choice.preset, pictures: pictures, time: .seconds(seconds(stream, choice.preset) * Double(pictures)),
        threads: threads, encoders: cameras)
      return choice
    }

    /// Of the time that there is, the part that a preset really takes.
    func load(_ stream: PaceMeter.Stream, _ preset: Preset, limit: Double = 0.5) -> Double {
      seconds(stream, preset) * 30 / limit
    }
  }

  private static func stream(_ width: Int, _ height: Int, codec: VideoCodec = .h264) -> PaceMeter.Stream {
    PaceMeter.Stream(
      work: EncodingWork(
        codec: codec, pixels: width * height, source: .mjpeg, sourcePixels: width * height),
      dimensions: .init(width: width, height: height))
  }

  private let small = stream(640, 480)
  private let hd = stream(1280, 720)
  private let fullHD = stream(1920, 1080)

  @Test("the machine of the figures, calibrated: faster at 720p on two cores, lighter at 1080p, the best at 480p")
  func reference() {
    var machine = Machine(cores: 2, slowness: 1)
    for (stream, preset) in [(small, Preset.medium), (hd, .faster), (fullHD, .superfast)] {
      machine.trial(stream)
      #expect(machine.movie(stream).preset == preset, "\(stream.dimensions)")
    }
    var large = Machine(cores: 16, slowness: 1)
    large.trial(fullHD)
    #expect(large.movie(fullHD).preset == .veryfast, "four threads are the most, whatever the cores")
  }

  @Test(
    "a first movie keeps up without anything measured, unless not even the lightest preset does", arguments: [1, 2, 4])
  func first(cores: Int) {
    for stream in [small, hd, fullHD] {
      // Up to twice as slow as the machine of the figures.
      for slowness in [0.3, 1, 2] {
        var machine = Machine(cores: cores, slowness: slowness)
        let preset = machine.movie(stream).preset
        #expect(
          preset == .ultrafast || machine.load(stream, preset) <= PaceMeter.comfortable,
          "\(cores) cores, \(slowness) times as slow, \(stream.dimensions): \(preset)")
      }
    }
  }

  @Test("whatever the machine, calibrated or not: after some movies the preset keeps up and stays")
  func settles() {
    for stream in [small, hd, fullHD] {
      for cores in [1, 2, 4, 16] {
        for slowness in [0.2, 0.5, 1, 1.7, 3, 8] {
          for isTried in [true, false] {
            var machine = Machine(cores: cores, slowness: slowness)
            if isTried { machine.trial(stream) }
            for _ in 0..<12 { machine.movie(stream) }
            let (preset, news) = machine.movie(stream)
            let name = "\(stream.dimensions), \(cores) cores, \(slowness) times as slow"
            #expect(news == nil, "\(name): still changing")
            #expect(preset == .ultrafast || machine.load(stream, preset) <= PaceMeter.tooMuch, "\(name): \(preset)")
            let next = Preset.allCases.drop { $0 != preset }.dropFirst().first
            if preset != .medium, let next {
              #expect(machine.load(stream, next) > PaceMeter.roomy, "\(name): \(next) fits with room")
            }
          }
        }
      }
    }
  }

  @Test("a preset that is too slow gives way at once, as far as needed, and it is said why")
  func fallsBehind() throws {
    var machine = Machine(cores: 2, slowness: 1.3)
    machine.trial(hd)
    let first = machine.movie(hd)
    #expect(first.news?.reason == .isCalibrated && first.preset == .veryfast)
    machine.slowness = 2.5
    #expect(machine.movie(hd).preset == .veryfast, "nobody knows yet")
    let (preset, news) = machine.movie(hd)
    #expect(preset == .ultrafast)
    let told = try #require(news)
    #expect(told.reason == .fellBehind && told.preset == .ultrafast && told.neededPace == 2)
    #expect(abs(told.pace - 1 / (30 * 2.5 * hd.work.seconds(.ultrafast) / 2)) < 0.01, "the pace is \(told.pace)")
    #expect(told.description.contains("ultrafast") && told.description.contains("2.0 s are needed"))
  }

  @Test("with room a preset gets heavier by one step at a time, and not before a second movie's worth of pictures")
  func climbs() {
    var machine = Machine(cores: 2, slowness: 0.25)
    let first = machine.movie(hd, pictures: 20)
    #expect(first.news?.reason == .isGuessed)
    let places = Preset.allCases
    #expect(machine.movie(hd, pictures: 20).preset == first.preset)
    #expect(machine.movie(hd, pictures: 20).preset == first.preset)
    var last = first.preset
    for _ in 0..<8 {
      let (preset, news) = machine.movie(hd)
      let step = (places.firstIndex(of: preset) ?? 0) - (places.firstIndex(of: last) ?? 0)
      #expect((0...1).contains(step))
      #expect((news != nil) == (step != 0) && (news?.reason ?? .hasRoom) == .hasRoom)
      last = preset
    }
    #expect(last == .medium, "nothing heavier is chosen")
  }

  @Test("a load between the bounds changes nothing, in either direction")
  func hysteresis() {
    var machine = Machine(cores: 2, slowness: 1.3)
    machine.trial(hd)
    let preset = machine.movie(hd).preset
    let base = machine.load(hd, preset)
    for part in [0.9, 0.85, 0.94, 0.7, 0.9] {
      machine.slowness = 1.3 * part / base
      for _ in 0..<3 { #expect(machine.movie(hd).preset == preset, "at a load of \(part)") }
    }
  }

  @Test("a machine that is busy for a while gets its preset back; one that is busy again and again, ever later")
  func recovers() {
    var machine = Machine(cores: 2, slowness: 1.3)
    machine.trial(hd)
    #expect(machine.movie(hd).preset == .veryfast)
    var waits: [Int] = []
    for _ in 0..<4 {
      machine.slowness = 4
      machine.movie(hd)
      #expect(machine.movie(hd).preset == .ultrafast)
      machine.slowness = 1
      let wait = (1...500).first { _ in machine.movie(hd).preset == .veryfast }
      waits.append(wait ?? .max)
    }
    #expect(waits[0] < 20 && waits[3] < 500, "it never came back: \(waits)")
    #expect(waits[3] > 2 * waits[0], "\(waits)")
  }

  @Test("cameras that are encoded at once share the cores: the first movie of four reckons with all of them")
  func severalCameras() throws {
    var machine = Machine(cores: 4, slowness: 0.5)
    machine.trial(hd)
    let alone = machine.movie(hd)
    machine.cameras = 4
    let together = machine.movie(hd)
    let places = Preset.allCases
    #expect(try #require(places.firstIndex(of: together.preset)) < #require(places.firstIndex(of: alone.preset)))
    #expect(together.news?.cameraCount == 4)
    #expect(machine.load(hd, together.preset) <= PaceMeter.tooMuch)
  }

  @Test("what one camera's movies have shown counts for another's that has shown nothing")
  func otherStreams() {
    var machine = Machine(cores: 2, slowness: 3)
    machine.trial(small)
    let known = machine.movie(fullHD).preset
    #expect(known == .ultrafast)
    var fast = Machine(cores: 2, slowness: 0.2)
    fast.trial(small)
    let choice = fast.movie(fullHD)
    #expect(choice.preset != .ultrafast && fast.load(fullHD, choice.preset) <= PaceMeter.comfortable)
  }

  @Test("HEVC costs more, and has presets of its own")
  func hevc() {
    let stream = Self.stream(1280, 720, codec: .hevc)
    var machine = Machine(cores: 2, slowness: 1)
    machine.trial(stream)
    #expect(machine.movie(stream).preset == .ultrafast)
    var fast = Machine(cores: 4, slowness: 0.1)
    fast.trial(stream)
    for _ in 0..<8 { fast.movie(stream) }
    #expect(fast.movie(stream).preset == .veryfast)
  }

  @Test("a trial says nothing once real movies have; nonsense is not measured")
  func trials() {
    var machine = Machine(cores: 2, slowness: 1)
    machine.movie(hd)
    machine.meter.noteTrial(hd, .superfast, time: .seconds(1000), threads: 2)
    machine.meter.note(hd, .ultrafast, pictures: 0, time: .seconds(5), threads: 2, encoders: 1)
    machine.meter.note(hd, .ultrafast, pictures: 5, time: .seconds(-1), threads: 2, encoders: 1)
    for _ in 0..<6 { machine.movie(hd) }
    #expect(machine.movie(hd).preset == .veryfast)
  }
}

/// Threads by cores and size.
@Suite struct EncoderThreadsTests {
  @Test(
    "a thread for each core, up to four, each with a dozen rows of blocks",
    arguments: [
      (1, 1280, 720, 1), (2, 1280, 720, 2), (4, 1280, 720, 3), (16, 1280, 720, 3), (2, 1920, 1080, 2),
      (4, 1920, 1080, 4), (16, 1920, 1080, 4), (16, 3840, 2160, 4), (16, 640, 480, 2), (16, 160, 120, 1), (0, 2, 2, 1),
    ])
  func count(cores: Int, width: Int, height: Int, threads: Int) {
    var configuration = SessionConfiguration()
    configuration.processorCount = cores
    #expect(configuration.threads(width: width, height: height) == threads)
  }
}
