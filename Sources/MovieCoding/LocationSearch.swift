import ISOBoxes

/// What of a movie's metadata is about a place.
struct LocationSearch {
  /// What goes because nobody knows what it says.
  var gone: [String] = []

  /// `©xyz`: ISO 6709 in QuickTime's user data, also as Android writes it, and an old spelling of it. `loci`: 3GPP
  /// TS 26.244, 8.10. The others are the ways of GoPro and of dashcams.
  private static let boxes: Set<FourCC> = [
    FourCC(rawValue: 0xa978_797a), "@xyz", "loci", "GPMF", "gps0", "gps ", "GPS ",
  ]
  /// User data of QuickTime, of 3GPP and of ISO/IEC 14496-12 that are texts, switches and copyrights.
  private static let harmless: Set<FourCC> = [
    "udta", "meta", "ilst", "XMP_", "uuid", "name", "titl", "dscp", "cprt", "auth", "perf", "gnre", "albm", "yrrc",
    "rtng",
    "clsf", "kywd", "coll", "urat", "hnti", "hinf", "hinv", "tsel", "strk", "ludt", "chpl", "kind", "elng", "date",
    "manu",
    "modl", "WLOC", "SelO", "AllF", "LOOP", "@mak", "@mod", "@swr", "@day", "free", "skip",
  ]

  /// Whether a metadata key of any namespace is about a place, or about where the camera looked.
  private static func isPlace(_ key: String) -> Bool {
    let key = key.lowercased()
    return [
      "location", "gps", "latitude", "longitude", "altitude", "direction.", "geo", "city", "country", "iso6709",
      "address",
    ].contains { key.contains($0) }
  }

  /// Whether a track's samples tell places for certain: timed metadata with such a key, GoPro's `gpmd`, Google's
  /// `camm`.
  static func isKnownWay(_ track: MovieTrack) -> Bool {
    track.codec == "gpmd" || track.codec == "camm"
      || (track.handler == "meta" && track.metadataKeys.values.contains(where: isPlace))
  }

  /// Whether a track may tell places. Pictures, sound, time codes, captions and metadata by keys do not, nor do those
  /// of Google's that weigh the movie's pictures.
  static func isWay(_ track: MovieTrack) -> Bool {
    switch track.handler {
    case "vide", "soun", "tmcd", "clcp", "auxv": return isKnownWay(track)
    case "meta" where track.codec == "mebx": return isKnownWay(track) || track.metadataKeys.isEmpty
    case "meta" where track.codec == "mett":
      // A description that cannot be looked into may say anything.
      guard let entry = track.sampleEntry, let bytes = try? entry.encoded() else { return true }
      return !["motionphoto", "microvideo"].contains { contains(bytes, $0) }
    default: return true
    }
  }

  mutating func drop(_ box: any Box) { gone.append("'\(box.type)'") }

  /// The box without what is about a place; `nil` when nothing of it is left to keep.
  mutating func without(_ box: any Box) -> (any Box)? {
    if Self.boxes.contains(box.type) { return nil }
    switch box {
    case var container as ContainerBox where container.type == "udta":
      container.children = container.children.compactMap { child in
        let isText = child.type.rawValue >> 24 == 0xa9
        if isText || Self.boxes.contains(child.type) || Self.harmless.contains(child.type) { return without(child) }
        drop(child)
        return nil
      }
      return container
    case var container as ContainerBox where container.type == "ilst":
      container.children = container.children.compactMap { Self.isPlace($0) ? nil : without($0) }
      return container
    case let metadata as MetadataBox: return without(metadata)
    case let unknown as UnknownBox where unknown.type == "XMP_":
      return Self.words.contains { Self.contains(unknown.payload, $0) } ? nil : unknown
    case let unknown as UnknownBox where unknown.type == "uuid":
      drop(unknown)
      return nil
    default: return box
    }
  }

  /// What a packet about a place has among its properties' names, in lower case.
  private static let words = ["gps", "location", "latitude", "longitude", "city", "country", ":state", "geo"]

  private mutating func without(_ metadata: MetadataBox) -> MetadataBox {
    var metadata = metadata
    metadata.updateAll(MetadataKeysBox.self) { keys in
      // Whatever the namespace: readers do not look at it.
      for entry in keys.entries.indices where Self.isPlace(keys.entries[entry].name) {
        keys.entries[entry].namespace = "mdta"
      }
    }
    for entry in metadata.children.first(MetadataKeysBox.self)?.entries ?? [] where Self.isPlace(entry.name) {
      metadata.set(entry.name, nil)
    }
    metadata.children = metadata.children.compactMap { child in
      switch child.type {
      case "ilst", "XMP_", "uuid": without(child)
      default: child
      }
    }
    return metadata
  }

  /// Whether an item of iTunes' free form, `----`, has such a name.
  private static func isPlace(_ item: any Box) -> Bool {
    guard item.type == "----", let item = item as? ContainerBox else { return false }
    let names = item.children.compactMap { $0 as? UnknownBox }.filter { $0.type == "name" }
    return names.contains { isPlace(String(decoding: $0.payload.dropFirst(4), as: UTF8.self)) }
  }

  /// Whether a text in small letters is among bytes, in letters of any size.
  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    func small(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
    return bytes.indices.dropLast(wanted.count - 1).contains { place in
      small(bytes[place]) == first && zip(bytes[place...], wanted).allSatisfy { small($0) == $1 }
    }
  }
}
