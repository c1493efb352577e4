import CaptureCodecs
import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

/// A player that goes to the still's place in the movie can begin to decode there.
@Suite(.foreignPrograms) struct SyncSampleTests {
  @Test(
    "the still's frame is a sync sample, in the first movie of a stretch and in those that join it",
    arguments: [
      "{advance: 2.01} {press: live} {advance: 0.473} {press: live} {advance: 0.418} {press: live} {advance: 0.201} {press: still} 3v {press: live} 120v",
      "60v v* 11v v* 11v v* 11v v* 119v",
      "9v {press: live} {advance: 0.02} {press: live} {advance: 0.02} {press: live} 120v",
    ])
  func stillIsSync(script: String) async throws {
    let folder = try TemporaryFolder()
    var setup = CaptureBench.Setup(folder: folder.path, media: .standard)
    setup.session.syncInterval = MediaTime(value: 10, timescale: 1)
    // Frames come at once, so that the one before the shutter is in the ring when it is pressed.
    setup.scene.frameLatency = .zero
    let bench = try await CaptureBench(setup)
    try await bench.run(script)
    let movies = bench.delegate.calls.filter { $0.step == .didProcessMovie }
    #expect(movies.count >= 3)
    for movie in movies {
      let path = try #require(movie.settings.livePhotoMoviePath)
      let still = try #require(movie.movieTimes?.photoDisplayTime.seconds)
      let syncs = try syncTimes(of: path)
      #expect(syncs.contains { abs($0 - still) < 0.001 }, "\(path): sync samples at \(syncs), still at \(still)")
    }
  }

  private func syncTimes(of path: String) throws -> [Double] {
    try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", path,
    ]).lines.filter { $0.contains("K") }
      .compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
  }
}
