import ByteCoding
import ISOBoxes
import MediaCore

/// A search for the parts of a movie's metadata that are about a place.
struct LocationSearch {
  /// Descriptions of what is removed because its meaning is unknown.
  private(set) var gone: [String] = []
  private let judge: MovieEditor.PlaceJudge

  init(judge: @escaping MovieEditor.PlaceJudge) { self.judge = judge }

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
    "modl", "tagc", "tnam", "WLOC", "SelO", "AllF", "LOOP", "@mak", "@mod", "@swr", "@day", "free", "skip",
  ]

  /// Tells whether a metadata key of any namespace is about a place, or about the direction of the camera.
  private static func isPlace(_ key: String) -> Bool {
    key.split { !$0.isLetter && !$0.isNumber }.contains { part in
      PlaceNames.containsWithAddresses(String(part)) || part.lowercased() == "direction"
    }
  }

  /// Tells whether a track may tell places. Pictures, sound, time codes and captions do not, nor do those tracks of
  /// Google's that weigh the movie's pictures. The keys of timed metadata are searched. A track that is removed without
  /// being known for a place is noted.
  mutating func isWay(_ track: MovieTrack, in source: any ByteSource) -> Bool {
    let metadata = TimedMetadataSearch(track)
    // GoPro's and Google's.
    if track.codec == "gpmd" || track.codec == "camm" || metadata.keys.contains(where: { Self.isPlace($0.name) }) {
      return true
    }
    let finding: String?
    switch track.handler {
    case "vide", "soun", "tmcd", "clcp", "auxv": return false
    case "meta" where track.codec == "mebx" && !metadata.keys.isEmpty:
      finding = reason(against: metadata, in: source)
    case "meta" where track.codec == "mett":
      // A description that cannot be looked into may say anything.
      let bytes = track.sampleEntry.flatMap { try? $0.encoded() } ?? []
      let isKnown = ["motionphoto", "microvideo"].contains { Self.contains(bytes, $0) }
      finding = isKnown ? nil : "meta, mett"
    default: finding = "\(track.handler), \(track.codec?.description ?? "no codec")"
    }
    guard let finding else { return false }
    gone.append("track \(track.id) (\(finding))")
    return true
  }

  /// Returns the reason for removing a track of timed metadata; `nil` for one that stays.
  private func reason(against metadata: TimedMetadataSearch, in source: any ByteSource) -> String? {
    for key in metadata.keys {
      for setting in key.settings { if let reason = reason(againstListsIn: setting, of: key.name) { return reason } }
    }
    var reason: String?
    do throws(MovieError) {
      try metadata.forEachValue(in: source) { value, key in
        reason = self.reason(against: value, of: key)
        return reason == nil
      }
    } catch { return error.message }
    return reason
  }

  /// Returns the reason for removing a value; `nil` for one that stays. What is neither text nor property list stays
  /// where it is a number, and under Apple's and Android's keys, which are known.
  private func reason(against value: [UInt8], of key: String, isNumber: Bool = false) -> String? {
    do throws(CodingError) {
      switch try judge(value, key) {
      case true: return "\(key), which tells a place"
      case nil where !isNumber && !["com.apple.quicktime.", "com.android."].contains(where: key.hasPrefix):
        return "\(key), of no kind that is known"
      default: return nil
      }
    } catch { return "\(key), which cannot be read: \(error.message)" }
  }

  /// The same of property lists that stand somewhere in bytes: each in a box of its own, or up to the end.
  private func reason(againstListsIn bytes: [UInt8], of name: String) -> String? {
    var rest = bytes[...]
    // Each is looked for through all the rest: a box of very many would take for ever.
    var count = 0
    while let start = ["bplist", "<plist"].compactMap({ rest.firstRange(of: Array($0.utf8))?.lowerBound }).min() {
      count += 1
      guard count <= Self.mostLists else { return "\(name), which holds more property lists than are read" }
      var box = ByteReader(rest[max(rest.startIndex, start - 8)..<start])
      let size = Int(box.u32())
      let end = size > 8 && size - 8 <= rest.endIndex - start ? start + size - 8 : rest.endIndex
      if let reason = reason(against: Array(rest[start..<end]), of: name, isNumber: true) { return reason }
      rest = rest[end...]
    }
    return nil
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
      container.children = container.children.filter { !Self.isPlace($0) && keeps($0) }
      return container
    case let metadata as MetadataBox: return without(metadata)
    case let unknown as UnknownBox where unknown.type == "XMP_":
      guard let reason = reason(against: unknown.payload, of: "'XMP_'") else { return unknown }
      gone.append(reason)
      return nil
    case let unknown as UnknownBox where unknown.type == "uuid":
      drop(unknown)
      return nil
    case let unknown as UnknownBox:
      guard let reason = reason(againstListsIn: unknown.payload, of: "'\(unknown.type)'") else { return unknown }
      gone.append(reason)
      return nil
    default: return box
    }
  }

  /// Tells whether an item may stay with its values, by the name of its key if it has one. If not, the reason is noted.
  private mutating func keeps(_ item: any Box, key: String? = nil) -> Bool {
    for value in (item as? ContainerBox)?.children.all(MetadataValueBox.self) ?? [] {
      // Numbers and pictures have types of their own; 0 says nothing.
      let isNumber = key == nil || value.valueType != 0
      guard let reason = reason(against: value.value, of: key ?? "'\(item.type)'", isNumber: isNumber) else { continue }
      gone.append(reason)
      return false
    }
    return true
  }

  /// More lists in one box are not read.
  private static let mostLists = 1000

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
    // Items count their keys from 1.
    let keys = (metadata.first(MetadataKeysBox.self)?.entries ?? []).map(\.name)
    func number(_ item: any Box) -> Int { Int(item.type.rawValue) - 1 }
    var removed: Set<Int> = []
    for item in metadata.container("ilst")?.children ?? [] where keys.indices.contains(number(item)) {
      if !keeps(item, key: keys[number(item)]) { removed.insert(number(item)) }
    }
    for key in removed.sorted(by: >) { metadata.removeKey(key) }
    metadata.children = metadata.children.compactMap { child in
      switch child.type {
      case "ilst" where !keys.isEmpty: child
      case "ilst", "XMP_", "uuid": without(child)
      default: child
      }
    }
    return metadata
  }

  /// Tells whether an item of iTunes' free form, `----`, has a name that is about a place.
  private static func isPlace(_ item: any Box) -> Bool {
    guard item.type == "----", let item = item as? ContainerBox else { return false }
    let names = item.children.compactMap { $0 as? UnknownBox }.filter { $0.type == "name" }
    return names.contains { isPlace(String(decoding: $0.payload.dropFirst(4), as: UTF8.self)) }
  }

  /// Tells whether bytes contain a text, which is given in small letters, in letters of any case.
  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    func small(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
    return bytes.indices.dropLast(wanted.count - 1).contains { place in
      small(bytes[place]) == first && zip(bytes[place...], wanted).allSatisfy { small($0) == $1 }
    }
  }
}
