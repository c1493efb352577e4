import ISOBoxes
import MediaCore

struct MovieDescription {
  let movie: LivePhotoMovie
  let video: VideoTimeline
  let audio: AudioTimeline?
  let media: MediaLayout

  // The order is that of phones; the still's track is always the last.
  var box: ContainerBox {
    var tracks = [videoTrack]
    if let track = movie.audio, let audio { tracks.append(audioTrack(track, audio)) }
    let stillID = UInt32(tracks.count + 1)
    tracks.append(
      TrackBuilder.stillTime(
        id: stillID, describing: Self.videoID, date: date, timescale: UInt32(VideoTimeline.timescale),
        tick: UInt64(video.stillTick), offsets: media.offsets(of: LivePhotoMovie.stillTrack)))
    var header = MovieHeaderBox(
      timescale: UInt32(VideoTimeline.timescale), duration: UInt64(video.durationTicks), nextTrackID: stillID + 1)
    date.stamp(&header)
    return ContainerBox("moov", [header] + tracks + [metadata])
  }

  private static let videoID: UInt32 = 1
  private static let audioID: UInt32 = 2

  private var date: QuickTimeDate { QuickTimeDate(movie.creationDate) }

  private var metadata: MetadataBox {
    let values: [(String, String?)] = [
      ("content.identifier", movie.identifier.uuidString),
      ("make", movie.make), ("model", movie.model), ("software", movie.software),
      ("creationdate", MovieKey.text(of: movie.creationDate)),
    ]
    var items = values.compactMap { name, text in text.map { (key: MovieKey.prefix + name, value: $0) } }
    for item in movie.moreMetadata where item.key != MovieKey.contentIdentifier {
      if let place = items.firstIndex(where: { $0.key == item.key }) {
        items[place] = item
      } else {
        items.append(item)
      }
    }
    return MetadataBox(items: items.map { ($0.key, MetadataValueBox(text: $0.value)) })
  }

  private var videoTrack: ContainerBox {
    let samples = movie.video.samples[video.written]
    let tables = SampleTables(
      durations: video.durations, isSync: samples.map(\.isSync), sizes: samples.map { UInt32($0.bytes.count) },
      chunkSizes: media.chunkSizes(of: LivePhotoMovie.videoTrack), isLikePhones: true)
    return TrackBuilder(
      id: Self.videoID, date: date, timescale: UInt32(VideoTimeline.timescale),
      mediaTicks: UInt64(video.mediaStart + video.durationTicks),
      edits: [.init(segmentDuration: UInt64(video.durationTicks), mediaTime: video.mediaStart)]
    ).pictures(movie.video.pictures, tables.boxes + [media.offsets(of: LivePhotoMovie.videoTrack)])
  }

  private func audioTrack(_ track: MovieAudioTrack, _ audio: AudioTimeline) -> ContainerBox {
    let sound = EditListBox.Entry(segmentDuration: UInt64(audio.soundTicks), mediaTime: audio.mediaStart)
    let silence = EditListBox.Entry(segmentDuration: UInt64(audio.emptyTicks), mediaTime: -1)
    let builder = TrackBuilder(
      id: Self.audioID, date: date, timescale: UInt32(track.sound.sampleRate),
      mediaTicks: UInt64(audio.written.count * audio.sampleFrames),
      edits: audio.emptyTicks > 0 ? [silence, sound] : [sound])
    let chunkSizes = media.chunkSizes(of: LivePhotoMovie.audioTrack)
    let offsets = media.offsets(of: LivePhotoMovie.audioTrack)
    if track.sound.coding == .lpcm16 {
      return builder.sound(
        track.sound, SampleTables.plainSound(chunkFrames: chunkSizes, frameBytes: track.sound.frameBytes) + [offsets])
    }
    let sizes = track.packets[audio.written].map { UInt32(clamping: $0.count) }
    let tables = SampleTables(
      durations: sizes.map { _ in UInt32(AudioTimeline.packetFrames) }, sizes: sizes, chunkSizes: chunkSizes,
      isLikePhones: true)
    return builder.sound(
      track.sound, sizes: sizes, tables.boxes + [offsets] + SampleTables.rollGroups(packetCount: sizes.count))
  }
}
