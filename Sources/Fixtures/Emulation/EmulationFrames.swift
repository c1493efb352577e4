import CaptureDevices
import MediaCore

/// A fixture's frames as a driver would deliver them: with those that the recorder could not use.
struct EmulationFrames {
  struct Entry {
    let timeNanoseconds: Int64
    let arrivalNanoseconds: Int64
    let sequence: UInt64
    let offset: Int
    let byteCount: Int
    /// Indicates whether the frame was recorded with the driver's error flag.
    let isFlagged: Bool
  }

  /// The frames in the order of their arrival; at least one.
  let entries: [Entry]
  let longest: Int

  /// - Throws: ``FixtureError`` with `.unsupported` when there is none, or one is in pieces.
  init(_ video: FixtureManifest.Video, of fixture: FixtureReader) throws(FixtureError) {
    var entries: [Entry] = []
    var index = 0
    for (place, event) in video.track.events.enumerated() {
      switch event {
      case .sample(let frame):
        let pictures = fixture.footage.video
        let range = pictures[payload: index]
        let pieces = pictures.pieces(of: range)
        guard pieces.count <= 1 else {
          throw FixtureError(
            .unsupported, context: fixture.path,
            message: "Frame \(index) of its footage is in \(pieces.count) pieces. Record the fixture again.")
        }
        entries.append(
          Entry(
            timeNanoseconds: frame.timeNanoseconds, arrivalNanoseconds: frame.arrivalNanoseconds,
            sequence: frame.sequence, offset: pieces.first?.lowerBound ?? 0, byteCount: range.count, isFlagged: false))
        index += 1
      case .loss(let count, let reason, let arrival):
        let upToStart = video.track.events[(place + 1)...].lazy.prefix { $0.startedInstance == nil }
        guard reason != .dropped, let last = entries.last,
          let next = upToStart.compactMap(\.sample).first?.sequence, next > last.sequence
        else { continue }
        // The recorder knows of them that they came; of what they held, only what is wrong with it.
        for number in 0..<min(UInt64(max(0, count)), next - last.sequence - 1) {
          let isFlagged = reason == .flaggedError
          entries.append(
            Entry(
              timeNanoseconds: arrival - (last.arrivalNanoseconds - last.timeNanoseconds), arrivalNanoseconds: arrival,
              sequence: last.sequence + 1 + number, offset: last.offset,
              byteCount: isFlagged ? 0 : last.byteCount / 2, isFlagged: isFlagged))
        }
      case .start, .end: break
      }
    }
    guard !entries.isEmpty else {
      throw FixtureError(
        .unsupported, context: fixture.path, message: "It has no pictures. Record a camera, and more than a moment.")
    }
    self.entries = entries
    longest = entries.reduce(0) { max($0, $1.byteCount) }
  }
}
