import ISOBoxes

extension MovieEditor {
  /// Removes what tells where the movie was recorded: metadata keys about places, of the movie and of its tracks, the
  /// boxes `©xyz` and `loci` of user data, XMP with GPS properties, and tracks that follow the way. Their samples are
  /// not copied either. Returns whether there was anything.
  @discardableResult
  public mutating func removeLocation() -> Bool {
    var search = LocationSearch()
    let before = tracks.count
    removeTracks(where: LocationSearch.isWay)
    search.hasFound = tracks.count < before
    parts = parts.compactMap { part in
      guard case .box(let box) = part else { return part }
      return search.without(box).map { .box($0) }
    }
    updateTracks { track in
      track.box.children = track.box.children.compactMap {
        ["udta", "meta"].contains($0.type) ? search.without($0) : $0
      }
    }
    return search.hasFound
  }
}

/// What of a movie's metadata is about a place.
private struct LocationSearch {
  var hasFound = false

  /// `©xyz`: ISO 6709 in QuickTime's user data, also as Android writes it. `loci`: 3GPP TS 26.244, 8.10.
  private static let boxes: Set<FourCC> = [FourCC(rawValue: 0xa978_797a), "loci"]

  /// Whether a metadata key of any namespace is about a place.
  private static func isPlace(_ key: String) -> Bool {
    let key = key.lowercased()
    return key.contains("location") || key.contains("gps")
  }

  /// Whether a track's samples tell places: timed metadata with such a key, GoPro's `gpmd`, Google's `camm`.
  static func isWay(_ track: MovieTrack) -> Bool {
    track.codec == "gpmd" || track.codec == "camm"
      || (track.handler == "meta" && track.metadataKeys.values.contains(where: isPlace))
  }

  /// The box without what is about a place; `nil` when nothing of it is left to keep.
  mutating func without(_ box: any Box) -> (any Box)? {
    if Self.boxes.contains(box.type) {
      hasFound = true
      return nil
    }
    switch box {
    case var container as ContainerBox where container.type == "udta" || container.type == "ilst":
      container.children = container.children.compactMap { without($0) }
      return container
    case var metadata as MetadataBox:
      for entry in metadata.children.first(MetadataKeysBox.self)?.entries ?? [] where Self.isPlace(entry.name) {
        metadata.set(entry.name, nil)
        hasFound = true
      }
      metadata.children = metadata.children.compactMap { $0.type == "ilst" ? without($0) : $0 }
      return metadata
    case let unknown as UnknownBox where unknown.type == "XMP_" || unknown.type == "uuid":
      guard Self.contains(unknown.payload, "GPSL") else { return unknown }
      hasFound = true
      return nil
    default: return box
    }
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return bytes.indices.dropLast(wanted.count - 1).contains { place in
      bytes[place] == first && bytes[place..<(place + wanted.count)].elementsEqual(wanted)
    }
  }
}
