import ISOBoxes
import MediaCore

extension MovieEditor {
  /// Tells which pictures have to be copied and which compressed anew when the samples that the edit list does not show
  /// leave the file; `nil` without pictures.
  /// - Throws: ``MovieError`` when their tables cannot be read.
  package func pictureCut() throws(MovieError) -> PictureCut? {
    guard let original = file.videoTrack, let track = tracks.first(where: { $0.original?.id == original.id }) else {
      return nil
    }
    return try track.pictureCut(original, movieTimescale: header.timescale)
  }

  /// Leaves every sample out that the edit lists do not show: nothing of it is in the file that is written.
  ///
  /// `new` are the pictures for ``PictureCut/replaced`` by their places, and `description` tells how they are
  /// compressed, if differently from those that stay. Of sound whose packets are built on one another, two before the
  /// first that is heard stay, without which it would begin with noise; ``notes`` says so. Tracks of which nothing is
  /// left go, as do those that cannot be cut without compressing them anew.
  /// - Throws: ``MovieError`` when the tables of a track cannot be read.
  package mutating func leaveOutUnseen(
    _ cut: PictureCut, new: [Int: (bytes: [UInt8], isSync: Bool)], description: PictureDescription?
  ) throws(MovieError) {
    let pictures = file.videoTrack?.id
    let entry = description.flatMap { description in
      (file.videoTrack?.sampleEntry as? VisualSampleEntry).map { $0.recoded(as: description) }
    }
    let scale = header.timescale
    var gone: Set<UInt32> = []
    var notes: [String] = []
    var leading = 0
    try updateTracks { (track) throws(MovieError) in
      guard let original = track.original else { return }
      if original.id == pictures { return track.replacePictures(by: cut, new: new, entry: entry) }
      // It tells by its place where the still falls, whatever its one sample is.
      if original.isStillImageTime, original.sampleCount == 1 { return }
      let table = original.sampleTable
      if table.first(SyncSampleBox.self) != nil || table.first(CompositionOffsetBox.self) != nil {
        let other = try track.pictureCut(original, movieTimescale: scale)
        if other.isWhole, !other.shown.isEmpty { return track.replacePictures(by: other, new: [:], entry: nil) }
        gone.insert(original.id)
        notes.append("track \(original.id) (\(original.handler)): left out, as it cannot be cut without encoding it")
      } else if let packets = try track.leaveOutUnseen(movieTimescale: scale) {
        leading = max(leading, packets)
      } else {
        gone.insert(original.id)
        notes.append("track \(original.id) (\(original.handler)): left out, as nothing of it falls into the part")
      }
    }
    removeTracks { gone.contains($0.id) }
    if leading > 0 {
      let (stay, them) = leading == 1 ? ("one packet stays", "it") : ("two packets stay", "them")
      notes.append("Of the sound before the part \(stay), unheard: the first that is heard is built on \(them).")
    }
    self.notes += notes
  }
}

extension VisualSampleEntry {
  /// The types of the boxes that do not depend on how the samples are compressed.
  private static let shapeBoxes: Set<FourCC> = ["clap", "pasp"]

  /// The same pictures, compressed otherwise.
  fileprivate func recoded(as description: PictureDescription) -> VisualSampleEntry {
    var entry = renamed(description.codec == .hevc ? "hvc1" : "avc1")
    var boxes: [any Box] = [description.configurationBox]
    if let color = description.color { boxes.append(color) }
    entry.extensions = boxes + entry.extensions.filter { Self.shapeBoxes.contains($0.type) }
    return entry
  }
}
