import LiveCapture
import LiveCaptureTesting
import MediaCore
import Photobooth
import ScriptFiles
import Simulator
import Testing

/// The first steps of the tutorial of LiveCaptureTesting.
@Suite struct TutorialTests {
  @Test("a still takes the picture that is there when the shutter is pressed")
  func still() async throws {
    let report = try await CaptureTimeline("v v v! v v |").run(expecting: "B W C P F")
    #expect(report.passes)
  }

  @Test("a Live Photo records until a second and a half after the shutter")
  func livePhoto() async throws {
    let report = try await CaptureTimeline("50va va* 60va |").run(expecting: "B W C P R@95 M F")
    #expect(report.passes)
  }

  @Test("a script says what the world is like, what happens in it, and what is to come of it")
  func script() async throws {
    let script = try CaptureScript(
      """
      version: 1
      steps:
        - {at: 4, press: live}
      expect:
        timeline: "B1 W1 C1 P1 R1 M1 F1"
        captures:
          1: {duration: 3.0, photoDisplayTime: 1.5}
        files: [1.JPG, 1.mov]
      """, file: "live.yaml")
    let run = try await ScriptRunner().run(script)
    #expect(run.holds, "\(run)")
  }

  @Test("the album gets what the delegate got, and there is no session at all")
  func madeByHand() {
    let album = MemoryAlbum()
    let processor = PhotoCaptureProcessor(album: album, liveDidChange: { _ in }, didFinish: { _ in })
    let settings = ResolvedPhotoSettings.make(livePhotoMoviePath: "1.mov")
    let output = PhotoOutput()
    processor.photoOutput(
      output, didFinishProcessingPhoto: .make(resolvedSettings: settings), error: nil)
    processor.photoOutput(
      output, didFinishProcessingLivePhotoToMovieFileAt: "1.mov", duration: .invalid, photoDisplayTime: .invalid,
      resolvedSettings: settings, error: CaptureError(.writingFailed, message: "the disk is full"))
    #expect(album.saved.isEmpty, "nothing is saved before the end")
    processor.photoOutput(output, didFinishCaptureFor: settings, error: nil)
    #expect(album.saved.map(\.still) == [CapturePhoto.smallJPEG])
    #expect(album.saved.first?.moviePath == nil)
  }
}
