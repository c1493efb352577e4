import ByteCoding
import ISOBoxes
import MediaCore

extension MovieFile {
  /// The pictures of ``videoTrack`` in the order in which they are shown; empty when there is none.
  ///
  /// What lies outside of the edit list is left out; a picture that an edit cuts begins where the edit does.
  /// - Throws: ``MovieError`` when the track's tables cannot be read.
  package func shownFrames() throws(MovieError) -> [ShownSample] {
    guard let track = videoTrack else { return [] }
    return try shownSamples(of: track)
  }

  /// The samples of a track in the order in which they are shown.
  /// - Throws: ``MovieError`` when the track's tables cannot be read, with `.tooLarge` when a list of edits shows
  ///   them so often that no movie would.
  package func shownSamples(of track: MovieTrack) throws(MovieError) -> [ShownSample] {
    guard let scale = Int32(exactly: timescale), let mediaScale = Int32(exactly: track.timescale) else {
      throw track.malformed("Its timescale of \(track.timescale) is beyond what times can have.")
    }
    let samples = try track.samples().enumerated()
      .sorted { ($0.element.presentationTime, $0.offset) < ($1.element.presentationTime, $1.offset) }
    guard let first = samples.first?.element, let last = samples.last?.element else { return [] }
    let (mediaEnd, overflow) = last.presentationTime.addingReportingOverflow(last.duration)
    guard !overflow else { throw track.malformed("Its times are beyond every clock.") }
    func media(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: mediaScale) }
    guard !track.edits.isEmpty else {
      // Without a list the media begins with the movie.
      return Self.shown(
        samples, from: media(min(0, first.presentationTime)), to: media(mediaEnd), at: .zero, media: media)
    }
    // An entry of a list is small, and may show all there is: a few of them could fill the memory.
    let limit = min(MovieTrack.sampleLimit, 1000 * samples.count)
    var shown: [ShownSample] = []
    var start = MediaTime(value: 0, timescale: scale)
    for (index, edit) in track.edits.enumerated() {
      // In fragmented files the last edit's length is 0, and means: to the end.
      let isOpen = edit.segmentDuration == 0 && index == track.edits.count - 1
      let length = time(edit.segmentDuration)
      guard length.isNumeric else { throw track.malformed("Edit \(index) is longer than every clock.") }
      if edit.mediaTime >= 0 {
        let from = media(edit.mediaTime)
        let part =
          edit.rate.rawValue == 0
          ? Self.dwelling(samples, at: from, for: length, start: start, media: media)
          : Self.shown(
            samples, from: from, to: isOpen ? media(mediaEnd) : from + edit.mediaLength(of: length), at: start,
            edit: edit, media: media)
        guard shown.count + part.count <= limit else {
          throw track.tooLarge("Its edits show its \(samples.count) samples more than \(limit) times.")
        }
        shown += part
      }
      start = start + length
    }
    return shown
  }

  private typealias Numbered = (offset: Int, element: MovieSample)

  /// The samples shown between two instants of the media, the first of which is shown at `start`, as fast as an edit
  /// says.
  private static func shown(
    _ samples: [Numbered], from: MediaTime, to end: MediaTime, at start: MediaTime, edit: EditListBox.Entry? = nil,
    media: (Int64) -> MediaTime
  ) -> [ShownSample] {
    func length(_ duration: MediaTime) -> MediaTime { edit?.movieLength(of: duration) ?? duration }
    var shown: [ShownSample] = []
    for position in firstAfter(from, samples, media)..<samples.count {
      let (number, sample) = samples[position]
      let begin = media(sample.presentationTime)
      guard begin < end else { break }
      let finish =
        position + 1 < samples.count
        ? media(samples[position + 1].element.presentationTime) : begin + media(sample.duration)
      let (visible, until) = (max(begin, from), min(finish, end))
      guard visible < until else { continue }
      shown.append(
        ShownSample(
          sampleIndex: number, time: start + length(visible - from), duration: length(until - visible),
          isSync: sample.isSync))
    }
    return shown
  }

  /// One sample held still: an edit of rate 0.
  private static func dwelling(
    _ samples: [Numbered], at instant: MediaTime, for length: MediaTime, start: MediaTime, media: (Int64) -> MediaTime
  ) -> [ShownSample] {
    let position = firstAfter(instant, samples, media)
    guard samples.indices.contains(position), media(samples[position].element.presentationTime) <= instant else {
      return []
    }
    return [
      ShownSample(
        sampleIndex: samples[position].offset, time: start, duration: length, isSync: samples[position].element.isSync)
    ]
  }

  /// The last sample that begins at an instant or before; the first if all begin after it. By search: each of many
  /// edits looks for its place.
  private static func firstAfter(_ instant: MediaTime, _ samples: [Numbered], _ media: (Int64) -> MediaTime) -> Int {
    max(0, samples.searchFirst { media($0.element.presentationTime) > instant } - 1)
  }
}

extension EditListBox.Entry {
  /// Returns the length of media that is shown in a time of the movie. Rates below 0 are not known to anyone: they
  /// count as 1.
  fileprivate func mediaLength(of length: MediaTime) -> MediaTime {
    rate.rawValue > 0 ? length.multiplied(by: rate.rawValue, over: Fixed16(1).rawValue) : length
  }

  /// Returns the time of the movie for which a length of media is shown.
  fileprivate func movieLength(of length: MediaTime) -> MediaTime {
    rate.rawValue > 0 ? length.multiplied(by: Fixed16(1).rawValue, over: rate.rawValue) : length
  }
}
