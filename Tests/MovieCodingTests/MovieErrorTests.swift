import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import Testing

struct MovieErrorTests {
  private let streams: EncodedStreams

  init() throws { streams = try EncodedStreams.shared.get() }

  private func code(_ change: (inout LivePhotoMovie) -> Void) -> MovieError.Code? {
    var movie = SampleMovie.movie(streams, audio: SampleMovie.aac(streams))
    change(&movie)
    do throws(MovieError) {
      _ = try MovieWriter(movie)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("a movie that cannot be is refused, and the error says why")
  func refusals() {
    #expect(code { _ in } == nil)
    #expect(code { $0.video.samples = [] } == .noFrames)
    #expect(code { $0.window = TimeRange(start: .zero, duration: MediaTime(value: 3, timescale: 1)) } == .noFrames)
    #expect(code { $0.video.samples.removeFirst(31) } == .noSyncSample)
    #expect(code { $0.video.samples.swapAt(50, 51) } == .timesNotIncreasing)
    #expect(code { $0.video.samples[50].time = $0.video.samples[49].time } == .timesNotIncreasing)
    #expect(code { $0.video.samples[50].time = .invalid } == .timesNotIncreasing)
    #expect(code { $0.video.samples[50].time = .positiveInfinity } == .timesNotIncreasing)
    #expect(code { $0.stillTime = SampleMovie.time(ofFrame: 39) } == .stillOutsideWindow)
    #expect(code { $0.stillTime = .indefinite } == .stillOutsideWindow)
    #expect(code { $0.video.nominalInterval = .zero } == .invalidParameter)
    #expect(code { $0.video.pictures.width = 0 } == .invalidParameter)
    #expect(code { $0.video.pictures.height = 70_000 } == .invalidParameter)
    #expect(code { $0.video.pictures.cleanAperture = (321, 240) } == .invalidParameter)
    #expect(code { $0.video.pictures.configuration = [1, 2, 3] } == .invalidParameter)
    #expect(code { $0.video.pictures.configuration[4] = 0xfd } == .invalidParameter)
    // A record of the one codec does not do for the other.
    #expect(code { $0.video.pictures.codec = .hevc } == .invalidParameter)
  }

  @Test("a sample that is not built as its codec demands is refused")
  func samples() {
    for bytes: [UInt8] in [
      [], [0, 0, 0, 0], [0, 0, 0, 1, 0x65, 0x88], [0, 0, 0, 9, 1], [0xff, 0xff, 0xff, 0xff, 1],
    ] {
      #expect(code { $0.video.samples[50].bytes = bytes } == .invalidSample, "\(bytes)")
    }
    #expect(code { $0.audio?.packets[3] = [] } == .invalidSample)
    let odd = MovieAudioTrack(
      lpcm16: [[1, 2, 3]], sampleRate: 48_000, channelCount: 1, startTime: SampleMovie.soundStart)
    #expect(code { $0.audio = odd } == .invalidSample)
  }

  @Test("sound that cannot be is refused")
  func sound() {
    #expect(code { $0.audio?.sound.sampleRate = 96_000 } == .invalidParameter)
    #expect(code { $0.audio?.sound.sampleRate = 0 } == .invalidParameter)
    #expect(code { $0.audio?.sound.channelCount = 0 } == .invalidParameter)
    #expect(code { $0.audio?.frameCount = .max } == .invalidParameter)
    #expect(code { $0.audio?.startTime = .invalid } == .invalidParameter)
    #expect(code { $0.audio?.sound.coding = .aac(audioSpecificConfig: [], primingFrames: 0) } == .invalidParameter)
    #expect(
      code { $0.audio?.sound.coding = .aac(audioSpecificConfig: [0x11, 0x90], primingFrames: -1) } == .invalidParameter)
  }

  @Test("a file of more than 4 GiB is refused before anything is written")
  func tooLarge() {
    let size = 80 << 20
    let unit = [UInt8(size >> 24), UInt8(size >> 16 & 0xff), 0, 0] + [UInt8](repeating: 0x41, count: size)
    #expect(code { movie in for index in 40..<100 { movie.video.samples[index].bytes = unit } } == .tooLarge)
  }

  @Test("pictures that fall on one tick are moved apart, and the visible ones stay where they are")
  func crowdedFrames() throws {
    var movie = SampleMovie.movie(streams)
    for index in 31..<40 {
      movie.video.samples[index].time =
        movie.video.samples[40].time - MediaTime(value: Int64(40 - index), timescale: 1_000_000)
    }
    movie.video.samples[42].time = movie.video.samples[41].time + MediaTime(value: 1, timescale: 1_000_000)
    let track = try #require(try MovieReader().read(try MovieWriter(movie).rope.contents()).videoTrack)
    let samples = try track.samples()
    #expect(samples.allSatisfy { $0.duration >= 1 })
    let visible = samples.map { $0.presentationTime - track.edits[0].mediaTime }
    #expect(Array(visible[1...10]) == Array(-9...0))
    #expect(visible[12] == visible[11] + 1)
  }
}
