import Foundation
import TestSupport
import Testing

/// The checker of timings must see each way in which instants contradict each other.
@Suite(.foreignPrograms) struct CheckTimingsTests {
  private static let tools = Project.url("Tests/Tools")

  /// What the checker says of a capture whose instants agree but for those that `change` alters.
  private func said(after change: String) throws -> [String] {
    let program = """
      import sys
      sys.path.insert(0, sys.argv[1])
      import check_timings
      marks = dict(shutter=1.0, stillTaken=1.1, stillArrived=1.2, stillReady=1.3, stillSaved=1.4, recordingEnded=2.5,
                   footageEncoded=2.6, movieComplete=2.7, finished=2.8)
      latencies = dict(shutterToStillArrived=0.2, shutterToStillSaved=0.4, recordingEndToFootageEncoded=0.1,
                       recordingEndToMovieComplete=0.2)
      events = dict(photoSaved=dict(time=1.45), didFinishRecordingMovie=dict(time=2.55))
      \(change)
      check_timings.check_waiting("one", dict(marks=marks, latencies=latencies), events)
      print(check_timings.failures)
      """
    return try ForeignTool.python.run(["-B", "-c", program, Self.tools.path]).lines
  }

  @Test("instants that agree are passed")
  func agreement() throws {
    #expect(try said(after: "pass") == ["0"])
  }

  @Test(
    "instants that contradict each other are told",
    arguments: [
      ("marks['stillTaken'] = 1.25", "the still goes its way"),
      ("marks['finished'] = 2.65", "the movie goes its way"),
      ("latencies['shutterToStillArrived'] = 0.3", "shutterToStillArrived is what lies between"),
      ("latencies['recordingEndToMovieComplete'] = 0", "recordingEndToMovieComplete is what lies between"),
      ("events['photoSaved']['time'] = 1.39", "the still was saved before that was told"),
      ("events['didFinishRecordingMovie']['time'] = 2.4", "the gathering ended before that was told"),
    ])
  func contradictions(change: String, failure: String) throws {
    let lines = try said(after: change)
    #expect(lines.count == 2 && lines.last == "1", "\(lines)")
    #expect(lines.first?.hasPrefix("FAIL one: \(failure)") == true, "\(lines)")
  }
}
