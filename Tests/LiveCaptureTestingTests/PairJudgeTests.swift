import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import SceneJudging

/// The judge must let a good pair pass and object to each kind of bad one.
@Suite struct PairJudgeTests {
  /// A pair as it should be, in figures that can be spoiled one by one.
  struct Pair: Sendable {
    var firstFrame: Int64 = 15
    var missingFrame: Int64?
    var unreadableFrame: Int64?
    var frameCount: Int64 = 90
    var soundShift = 0.0
    var soundLength: Double? = 3.0
    var stillFrame: Int64 = 60
    var markedFrame: Int64? = 60
    var flashes = true
    var hasSound = true

    /// Frames at 30 a second; the shutter was pressed 10 ms after frame 60, so the movie begins with frame 15.
    static let shutter = 2.01

    private static func time(_ seconds: Double) -> MediaTime {
      MediaTime(seconds: seconds, preferredTimescale: 1_000_000)
    }

    private static func code(_ number: Int64) -> BarCode {
      BarCode(frameNumber: number, microseconds: (number * 1_000_000 + 15) / 30)
    }

    var report: ProbedMovie {
      let numbers = (firstFrame..<firstFrame + frameCount).filter { $0 != missingFrame }
      let frames = numbers.map { number in
        ProbedMovie.Frame(
          time: Self.time(Double(number - firstFrame) / 30), code: number == unreadableFrame ? nil : Self.code(number),
          isFlash: flashes && number % 30 == 0)
      }
      let length = Double(frameCount) / 30
      let beeps = (1...3).map { Double($0) - Double(firstFrame) / 30 + soundShift }.filter { (0..<length).contains($0) }
      return ProbedMovie(
        width: 640, height: 480, frames: frames, videoDuration: Self.time(length),
        stillTime: markedFrame.map { Self.time(Double($0 - firstFrame) / 30) },
        audioDuration: soundLength.map(Self.time), duration: Self.time(length), soundRange: nil, sampleRate: 48_000,
        beeps: soundLength == nil ? [] : beeps.map(Self.time), sound: [])
    }

    var judgement: PairJudgement {
      PairJudge().judge(
        report: report, stillCode: Self.code(stillFrame),
        against: PairExpectation(
          shutter: Self.time(Self.shutter), preRoll: Self.time(1.5), postRoll: Self.time(1.5),
          frameInterval: MediaTime(value: 1, timescale: 30), hasSound: hasSound))
    }
  }

  private func spoiled(_ change: (inout Pair) -> Void) -> [String] {
    var pair = Pair()
    change(&pair)
    return pair.judgement.violations
  }

  @Test("a good pair passes, and its figures are told")
  func good() {
    let judgement = Pair().judgement
    #expect(judgement.violations == [])
    #expect(judgement.syncReadings == 3 && judgement.frameCount == 90)
    #expect(judgement.figures.duration == .zero)
    #expect(abs(judgement.figures.preRoll.seconds - 0.01) < 1e-5)
    #expect(abs(judgement.figures.still.seconds - 0.01) < 1e-5)
    #expect(judgement.figures.sync.seconds < 1e-5)
  }

  @Test("a movie that is too short, too long or begins at the wrong frame is found")
  func windows() {
    #expect(
      spoiled {
        $0.frameCount = 91
        $0.soundLength = 91.0 / 30
      } == [])
    #expect(
      spoiled {
        $0.frameCount = 92
        $0.soundLength = 92.0 / 30
      }.count == 1)
    #expect(
      spoiled {
        $0.frameCount = 88
        $0.soundLength = 88.0 / 30
      }.count == 1)
    #expect(spoiled { $0.firstFrame = 16 } == [])
    #expect(spoiled { $0.firstFrame = 17 }.count == 1)
    #expect(spoiled { $0.firstFrame = 13 }.count == 1)
  }

  @Test("a gap and a frame that cannot be read are found")
  func frames() {
    #expect(spoiled { $0.missingFrame = 40 } == ["frame 41 follows frame 39"])
    #expect(spoiled { $0.unreadableFrame = 40 }.contains("1 frames show no code"))
  }

  @Test("sound that is early, late, too short, missing or not wanted is found")
  func sound() {
    for shift in [-0.009, 0.009] { #expect(spoiled { $0.soundShift = shift } == []) }
    for shift in [-0.011, 0.011] { #expect(spoiled { $0.soundShift = shift }.count >= 2) }
    #expect(spoiled { $0.soundLength = 2.976 } == [])
    #expect(spoiled { $0.soundLength = 2.974 }.count == 1)
    #expect(spoiled { $0.soundLength = nil } == ["the movie has no sound"])
    #expect(spoiled { $0.hasSound = false }.count == 1)
    #expect(
      spoiled {
        $0.hasSound = false
        $0.soundLength = nil
      } == [])
    #expect(!spoiled { $0.flashes = false }.isEmpty)
  }

  @Test("a still of the wrong frame and a mark at another are found")
  func still() {
    #expect(
      spoiled {
        $0.stillFrame = 61
        $0.markedFrame = 61
      }.count == 1)
    #expect(
      spoiled {
        $0.stillFrame = 59
        $0.markedFrame = 59
      }.count == 1)
    #expect(spoiled { $0.markedFrame = 61 }.count == 1)
    #expect(spoiled { $0.markedFrame = nil } == ["the movie marks no still"])
  }

  @Test("the greater figures are kept")
  func worst() {
    var (one, two) = (PairJudgement.Figures(), PairJudgement.Figures())
    one.sync = MediaTime(value: 3, timescale: 1000)
    two.sync = MediaTime(value: 2, timescale: 1000)
    two.still = MediaTime(value: 12_340, timescale: 1_000_000)
    let worst = one.worst(two)
    #expect(worst == two.worst(one))
    #expect(worst.sync == one.sync && worst.still == two.still)
    #expect(worst.summary.contains("sound against picture 3.0 ms") && worst.summary.contains("still 12.34 ms"))
  }
}
