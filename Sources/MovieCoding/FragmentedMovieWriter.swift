import ISOBoxes
import MediaCore

/// Writes a QuickTime movie piece by piece while it is being filmed, and keeps nothing of what it has written.
///
/// The description comes first, without samples; then come fragments, each a table (`moof`) and its samples (`mdat`).
/// However long the movie gets, nothing has to be gone back to. The pictures' first sample and the sound's first frame
/// after its priming are both at the movie's time 0. Stands for movie fragments, ISO/IEC 14496-12, 8.8.
package struct FragmentedMovieWriter: Sendable {
  /// One sample of a fragment: a picture, an AAC packet, or any number of whole frames of plain sound.
  package struct Sample: Sendable {
    /// Its bytes, as ``MovieVideoTrack`` and ``MovieAudioTrack`` have them.
    package var data: [UInt8]
    /// The duration of the sample: pictures in units of ``pictureTimescale``, sound in frames.
    package var durationTicks: UInt32
    /// Indicates whether decoding can begin at this sample.
    package var isSync: Bool

    package init(data: [UInt8], durationTicks: UInt32, isSync: Bool = true) {
      self.data = data
      self.durationTicks = durationTicks
      self.isSync = isSync
    }
  }

  /// Units in a second of the pictures' track.
  package static let pictureTimescale: Int32 = 600
  /// The number of bytes that a fragment takes at most beside its samples' bytes, to which ``sampleOverhead`` is added
  /// for each sample.
  package static let fragmentOverhead = 256
  /// The number of bytes that a fragment's table takes for a sample.
  package static let sampleOverhead = 12

  package let movie: FragmentedMovie
  /// The bytes that have been given out so far.
  package private(set) var size = 0
  /// The total duration of the pictures given out so far, in units of ``pictureTimescale``.
  package private(set) var pictureTicks: UInt64 = 0
  /// The total duration of the sound given out so far, in frames, priming included.
  package private(set) var soundFrames: UInt64 = 0
  private var fragmentCount: UInt32 = 0

  private static let pictureID: UInt32 = 1
  private static let soundID: UInt32 = 2

  /// Creates a writer that has given out nothing yet.
  /// - Throws: ``MovieError`` with `.invalidParameter` for what no file can hold.
  package init(_ movie: FragmentedMovie) throws(MovieError) {
    try movie.pictures.validate()
    try movie.sound?.validate()
    self.movie = movie
  }

  /// The file's beginning: `ftyp` and `moov`. To be written first, once.
  /// - Throws: ``MovieError`` with `.invalidParameter` when a text or a number does not fit its field.
  package mutating func beginning() throws(MovieError) -> [UInt8] {
    precondition(size == 0, "a movie has one beginning")
    let bytes = try FileTypeBox.quickTime.bytes(in: "ftyp") + description.bytes(in: "moov")
    size = bytes.count
    return bytes
  }

  /// The next fragment: pictures and sound that go on where the fragment before ended. Nothing, without samples.
  /// - Throws: ``MovieError`` with `.tooLarge` for a fragment of more than 1 GiB.
  package mutating func fragment(pictures: [Sample], sound: [Sample]) throws(MovieError) -> [[UInt8]] {
    precondition(size > 0, "a movie begins with its description")
    guard !pictures.isEmpty || !sound.isEmpty else { return [] }
    let payload = (pictures + sound).reduce(0) { $0 + $1.data.count }
    guard payload < 1 << 30 else {
      throw MovieError(.tooLarge, context: "fragment", message: "It has \(payload) bytes. Write fragments more often.")
    }
    fragmentCount += 1
    // The table's size does not depend on the offsets in it.
    let length = self.table(pictures, sound, samplesFrom: 0).size
    let table =
      try self.table(pictures, sound, samplesFrom: length + 8).bytes(in: "moof")
      + BoxHeader(type: "mdat", payloadSize: UInt64(payload)).bytes
    size += table.count + payload
    pictureTicks += pictures.reduce(0) { $0 + UInt64($1.durationTicks) }
    soundFrames += sound.reduce(0) { $0 + UInt64($1.durationTicks) }
    return [table] + pictures.map(\.data) + sound.map(\.data)
  }

  // MARK: Fragments

  /// A fragment's table, whose samples begin so many bytes after it does.
  private func table(_ pictures: [Sample], _ sound: [Sample], samplesFrom offset: Int) -> ContainerBox {
    var boxes: [any Box] = [UnknownBox(type: "mfhd", payload: [0, 0, 0, 0] + fragmentCount.bigEndianBytes)]
    if !pictures.isEmpty {
      boxes.append(track(Self.pictureID, from: pictureTicks, run(of: pictures, at: offset, isSound: false)))
    }
    if !sound.isEmpty {
      let place = offset + pictures.reduce(0) { $0 + $1.data.count }
      boxes.append(track(Self.soundID, from: soundFrames, run(of: sound, at: place, isSound: true)))
    }
    return ContainerBox("moof", boxes)
  }

  private func track(_ number: UInt32, from ticks: UInt64, _ run: TrackRunBox) -> ContainerBox {
    var header = TrackFragmentHeaderBox()
    // An offset from the file's beginning: what QuickTime itself writes, and every reader knows.
    header.header.flags = 1
    header.trackID = number
    header.baseOffset = UInt64(size)
    var start = TrackFragmentTimeBox()
    start.header.version = 1
    start.baseDecodeTime = ticks
    return ContainerBox("traf", [header, start, run])
  }

  private func run(of samples: [Sample], at offset: Int, isSound: Bool) -> TrackRunBox {
    var run = TrackRunBox()
    run.dataOffset = Int32(clamping: offset)
    guard !isSound || !isPlainSound else {
      // Plain sound is counted in frames, of which the track says all there is to be said.
      run.header.flags = 1
      run.sampleCount = samples.reduce(0) { $0 + $1.durationTicks }
      return run
    }
    run.header.flags = 1 | 0x100 | 0x200 | (isSound ? 0 : 0x400)
    run.sampleCount = UInt32(samples.count)
    run.entries = samples.map { sample in
      var entry = TrackRunBox.Entry()
      entry.duration = sample.durationTicks
      entry.size = UInt32(clamping: sample.data.count)
      entry.flags = sample.isSync ? Self.syncFlags : Self.dependentFlags
      return entry
    }
    return run
  }

  // 8.8.3.1: depends on no others; or on others, and is no sync sample.
  private static let syncFlags: UInt32 = 0x0200_0000
  private static let dependentFlags: UInt32 = 0x0101_0000

  private var isPlainSound: Bool { movie.sound?.coding == .lpcm16 }

  // MARK: The description

  private var description: ContainerBox {
    let date = QuickTimeDate(movie.creationDate)
    var header = MovieHeaderBox(
      timescale: UInt32(Self.pictureTimescale), duration: 0, nextTrackID: movie.sound == nil ? 2 : 3)
    date.stamp(&header)
    var extends = [TrackExtendsBox()]
    extends[0].trackID = Self.pictureID
    if let sound = movie.sound {
      var box = TrackExtendsBox()
      box.trackID = Self.soundID
      box.flags = Self.syncFlags
      if isPlainSound {
        box.duration = 1
        box.size = UInt32(sound.frameBytes)
      }
      extends.append(box)
    }
    let pictures = track(Self.pictureID, date, timescale: UInt32(Self.pictureTimescale))
      .pictures(movie.pictures, Self.emptyTables)
    let tracks = [pictures] + (movie.sound.map { [soundTrack($0, date)] } ?? [])
    return ContainerBox("moov", [header] + tracks + [ContainerBox("mvex", extends), metadata])
  }

  /// A track whose edit begins at `start`. A length of 0 is that of all fragments to come.
  private func track(_ id: UInt32, _ date: QuickTimeDate, timescale: UInt32, start: Int = 0) -> TrackBuilder {
    TrackBuilder(
      id: id, date: date, timescale: timescale, mediaTicks: 0,
      edits: [.init(segmentDuration: 0, mediaTime: Int64(start))])
  }

  private func soundTrack(_ sound: SoundDescription, _ date: QuickTimeDate) -> ContainerBox {
    let rate = UInt32(sound.sampleRate)
    guard case .aac(_, let priming) = sound.coding else {
      return track(Self.soundID, date, timescale: rate).sound(sound, Self.emptyTables)
    }
    let packet = UInt32(clamping: (sound.bitRate ?? 0) * AudioTimeline.packetFrames / (8 * sound.sampleRate))
    return track(Self.soundID, date, timescale: rate, start: priming).sound(
      sound, sizes: [packet], Self.emptyTables + [SampleGroupDescriptionBox(rollDistance: -1)])
  }

  private static let emptyTables: [any Box] = [
    TimeToSampleBox(durations: []), SampleToChunkBox(chunkSizes: []), SampleSizeBox(sizes: []),
    ChunkOffsetBox(offsets: []),
  ]

  private var metadata: MetadataBox {
    var items = movie.metadata.filter { $0.key != MovieKey.creationDate }
    items.append((MovieKey.creationDate, MovieKey.text(of: movie.creationDate)))
    return MetadataBox(items: items.map { ($0.key, MetadataValueBox(text: $0.value)) })
  }
}
