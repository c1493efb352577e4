package import ByteCoding
import ISOBoxes
import MediaCore

extension MovieEditor {
  /// The movie as it will be written: `ftyp`, `wide`, `mdat` and `moov`, as phones have them.
  ///
  /// Chunks keep the order that they have in the source; what lies together stays together. With `isIndexFirst` the
  /// `moov` comes before the samples, so that a player can begin before it has the whole file.
  /// - Throws: ``MovieError`` when a value does not fit its field.
  package func rope(isIndexFirst: Bool = false) throws(MovieError) -> ByteRope {
    let kept = KeptRanges(tracks.flatMap { track in track.keptChunks.map(\.range) })
    let newSamples = tracks.flatMap(\.newSamples)
    let payload = newSamples.reduce(kept.count) { $0 + UInt64($1.count) }
    let context = "\(file.name): moov"
    let type = container == .mp4 ? FileTypeBox.mp4 : .quickTime
    let (start, media) = (try type.bytes(in: context), BoxHeader.mediaStart(payload))
    let base = UInt64(start.count + media.count)
    var index = try description(kept, base: base).bytes(in: context)
    // Its own size moves the samples; beyond 4 GiB that makes their places longer, once.
    for _ in 0..<(isIndexFirst ? 2 : 0) {
      index = try description(kept, base: base + UInt64(index.count)).bytes(in: context)
    }
    var rope = ByteRope(start)
    if isIndexFirst { rope.append(index) }
    rope.append(media)
    do { try append(kept, to: &rope) } catch {
      throw MovieError(
        .malformed, context: file.name, message: "Its samples cannot be read. Look whether it is whole.",
        underlying: error)
    }
    for sample in newSamples { rope.append(sample) }
    if !isIndexFirst { rope.append(index) }
    return rope
  }

  private func append(_ kept: KeptRanges, to rope: inout ByteRope) throws(ByteError) {
    var patches = tracks.flatMap(\.patches).sorted { $0.offset < $1.offset }[...]
    for range in kept.ranges {
      var position = range.lowerBound
      while let patch = patches.first, patch.offset < range.upperBound {
        patches.removeFirst()
        // Two tracks may share a sample: it is changed once.
        guard patch.offset >= position, patch.offset + UInt64(patch.bytes.count) <= range.upperBound else { continue }
        try rope.append(source, Int(position)..<Int(patch.offset))
        rope.append(patch.bytes)
        position = patch.offset + UInt64(patch.bytes.count)
      }
      try rope.append(source, Int(position)..<Int(range.upperBound))
    }
  }

  private func description(_ kept: KeptRanges, base: UInt64) -> ContainerBox {
    var newSample = base + kept.count
    var movie = movie
    movie.updateAll(TrackEdit.self) { track in
      var offsets: [UInt64] = []
      for chunk in track.chunks {
        switch chunk {
        case .kept(let chunk): offsets.append(base + kept.place(of: chunk.offset))
        case .new(let samples):
          offsets.append(newSample)
          newSample += samples.reduce(0) { $0 + UInt64($1.count) }
        }
      }
      track.setChunkOffsets(offsets)
    }
    movie.children.insert(header, at: 0)
    return movie
  }
}
