import MediaCore
import Simulator
import Testing

@testable import SceneJudging

/// What is worked out of the frames and beeps of a movie.
@Suite struct ProbedMovieTests {
  /// Ten frames a second whose codes run `lead` seconds ahead of the movie, the first of them without a code.
  private func movie(lead: Double, beeps: [Double], frames: Range<Int64> = 0..<30) -> ProbedMovie {
    func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds, preferredTimescale: 1_000_000) }
    let frames = frames.map { number in
      let scene = Double(number) / 10 + lead
      let code = BarCode(frameNumber: number, microseconds: Int64((scene * 1_000_000).rounded()))
      return ProbedMovie.Frame(
        time: time(Double(number) / 10), code: number == 0 ? nil : code, isFlash: number.isMultiple(of: 10))
    }
    return ProbedMovie(
      width: 64, height: 48, frames: frames, videoDuration: nil, stillTime: nil, audioDuration: nil, duration: nil,
      soundRange: nil, sampleRate: nil, beeps: beeps.map(time), sound: [])
  }

  @Test("an instant of the scene is shown by the frame before it; by the first one, too, what no frame shows")
  func sceneTimes() {
    let movie = movie(lead: 5, beeps: [])
    func shown(_ seconds: Double) -> Double? {
      movie.time(ofSceneTime: MediaTime(seconds: seconds, preferredTimescale: 1_000_000))?.seconds
    }
    for seconds in [5.1, 5.15, 6, 7.9, 5.05, 4, 9] {
      #expect(abs((shown(seconds) ?? .nan) - (seconds - 5)) < 1e-6, "\(seconds)")
    }
    #expect(self.movie(lead: 0, beeps: [], frames: 0..<1).time(ofSceneTime: .zero) == nil, "no frame has a code")
    #expect(movie.flashes.map(\.seconds) == [0, 1, 2])
  }

  @Test(
    "a beep is held against the picture of the second that is nearest to it, early and late",
    arguments: [0.03, -0.04, 0])
  func readings(late: Double) {
    let readings = movie(lead: 5, beeps: [1 + late, 2 + late]).sync
    #expect(readings.map(\.second) == [6, 7])
    for reading in readings { #expect(abs(reading.offset.seconds - late) < 1e-6) }
    #expect(movie(lead: 5, beeps: [1], frames: 0..<1).sync.isEmpty, "there is no picture to hold it against")
  }
}
