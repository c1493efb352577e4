package import ByteCoding
package import ISOBoxes
package import MediaCore

/// Rewrites a movie without touching its pictures and sound.
///
/// Samples are never read: the result names the ranges of the source that hold them. Tracks, boxes and metadata that
/// no edit is about stay byte for byte, whatever they are; only where chunks lie is written anew. What no track
/// refers to is left out: padding, headers that cameras never cleaned up, the samples of removed tracks.
/// Writing what was written gives the same bytes.
package struct MovieEditor: Sendable {
  package enum Container: Sendable, Hashable {
    /// QuickTime, as the movie of a Live Photo has to be.
    case quickTime
    /// MP4, as a Motion Photo has at its end.
    case mp4
  }

  /// Tells whether a value of metadata says where something was recorded, `nil` if it cannot know what the value is:
  /// given its bytes, and the name of its key. It throws for a value that is damaged.
  package typealias PlaceJudge = (_ value: [UInt8], _ kind: String) throws(CodingError) -> Bool?

  /// The kind of file that will be written.
  package private(set) var container = Container.quickTime
  /// Sentences on what the edits had to give up; usually none.
  package internal(set) var notes: [String] = []
  let file: MovieFile
  let source: any ByteSource
  var header: MovieHeaderBox
  /// The boxes of the description behind its header, each track as a ``TrackEdit``.
  var movie = ContainerBox("moov")

  /// Creates an editor of a movie that was read from `source`.
  /// - Throws: ``MovieError`` when the tables of a track contradict each other or point outside of the file.
  package init(_ file: MovieFile, source: any ByteSource) throws(MovieError) {
    self.file = file
    self.source = source
    header = file.header
    var tracks = file.tracks[...]
    for child in file.box.children {
      switch child {
      case let container as ContainerBox where container.type == "trak":
        if let track = tracks.popFirst() {
          movie.children.append(try TrackEdit(track, movieTimescale: file.timescale))
        }
      // Padding has no meaning, and a movie whose samples are in tables has no fragments.
      case is FreeSpaceBox, is MovieHeaderBox: break
      case let container as ContainerBox where container.type == "mvex": break
      default: movie.children.append(child)
      }
    }
    if file.isFragmented { updateDuration() }
  }

  var tracks: [TrackEdit] { movie.children.all(TrackEdit.self) }

  /// Sets a metadata key of the namespace `mdta`, at its present place or behind the others; `nil` removes it.
  ///
  /// `key` is the whole name, see ``MovieKey``.
  package mutating func setMetadata(_ key: String, _ value: MetadataValueBox?) {
    let place = movie.children.firstIndex { ($0 as? MetadataBox)?.hasKeys == true }
    guard let place, var metadata = movie.children[place] as? MetadataBox else {
      if let value { movie.children.append(MetadataBox(items: [(key, value)])) }
      return
    }
    metadata.set(key, value)
    movie.children[place] = metadata
  }

  /// Sets a metadata key to a text; `nil` removes it.
  package mutating func setMetadata(_ key: String, text: String?) {
    setMetadata(key, text.map { MetadataValueBox(text: $0) })
  }

  /// Says when the movie begins: the key `creationdate`, and the headers' dates where they hold none, or all of them.
  package mutating func setDate(_ date: WallTime, replacingHeaders: Bool = false) {
    setMetadata(MovieKey.creationDate, text: MovieKey.text(of: date))
    let seconds = QuickTimeDate(date)
    func stamp(_ header: inout some DatedBox) {
      if replacingHeaders || header.creationTime == 0 { seconds.stamp(&header) }
    }
    stamp(&header)
    updateTracks { track in
      track.box.update(TrackHeaderBox.self) { stamp(&$0) }
      track.box.update(["mdia"]) { media in media.update(MediaHeaderBox.self) { stamp(&$0) } }
    }
  }

  /// Leaves out tracks and their samples.
  package mutating func removeTracks(where isRemoved: (MovieTrack) -> Bool) {
    movie.children.removeAll { ($0 as? TrackEdit)?.original.map(isRemoved) ?? false }
    let kept = Set(tracks.map(\.id))
    let removed = Set(file.tracks.map(\.id)).subtracting(kept)
    guard !removed.isEmpty else { return }
    // A reference to a track that is gone would name whichever gets its number next.
    updateTracks { track in
      track.box.update(["tref"]) { references in
        references.children = references.children.compactMap { child in
          guard var reference = child as? TrackReferenceBox else { return child }
          reference.trackIDs.removeAll { removed.contains($0) }
          return reference.trackIDs.isEmpty ? nil : reference
        }
      }
      if track.box.container("tref")?.children.isEmpty == true { track.box.remove("tref") }
    }
    updateDuration()
  }

  /// Removes the edit lists, so that every sample is shown at its own time: for readers of samples, to whom edits are
  /// in the way. Sound and timed metadata may no longer fit to the pictures.
  package mutating func removeEdits() {
    updateTracks { $0.box.remove("edts") }
  }

  /// Turns the description into that of another kind of file, as far as the two differ. Harmless boxes of the former
  /// kind stay.
  package mutating func setContainer(_ container: Container) {
    self.container = container
    switch container {
    case .quickTime: makeQuickTime()
    case .mp4: makeMP4()
    }
  }

  mutating func updateTracks<Failure: Error>(_ change: (inout TrackEdit) throws(Failure) -> Void) throws(Failure) {
    try movie.updateAll(TrackEdit.self, change)
  }

  /// The movie is as long as its longest track of pictures or sound; the still's place is none.
  mutating func updateDuration() {
    let longest = tracks.filter { $0.original?.isStillImageTime == false }
      .compactMap { $0.box.first(TrackHeaderBox.self)?.duration }.max()
    guard let longest else { return }
    header.duration = longest
    if longest > UInt64(UInt32.max) { header.header.version = 1 }
  }
}
