import ISOBoxes
import MovieCoding

/// A check that the metadata with keys of a movie and its tracks can be read: QuickTime File Format, “Metadata”.
enum KeyedMetadata {
  /// Keys whose values are texts wherever they were seen.
  private static let texts: Set<String> = [
    MovieKey.contentIdentifier, MovieKey.creationDate, MovieKey.location, MovieKey.make, MovieKey.model,
    MovieKey.software,
  ]

  /// Returns the defect by which readers lose metadata; `nil` if there is none.
  static func problem(in movie: MovieFile) -> String? {
    let boxes = [movie.box] + movie.tracks.map(\.box)
    return boxes.lazy.compactMap { box in
      box.first(MetadataBox.self).flatMap(problem).map { text in
        box.type == "trak" ? "of a track's metadata \(text)" : "of the metadata \(text)"
      }
    }.first
  }

  private static func problem(in box: MetadataBox) -> String? {
    guard box.hasKeys, let keys = box.first(MetadataKeysBox.self) else { return nil }
    for (index, key) in keys.entries.enumerated() {
      guard let name = String(validating: key.value, as: UTF8.self), !name.isEmpty, !name.contains("\0") else {
        return "the name of key \(index + 1) is no text"
      }
      if box.first(HandlerBox.self)?.subtype == "mdta", key.namespace != "mdta" {
        return "key \(index + 1) is of the namespace '\(key.namespace)', and the handler is 'mdta'"
      }
    }
    var values: [String: MetadataValueBox] = [:]
    for item in box.container("ilst")?.children ?? [] {
      let index = Int(item.type.rawValue) - 1
      guard keys.entries.indices.contains(index) else {
        return "a value has key \(index + 1), and there are \(keys.entries.count)"
      }
      let name = keys.entries[index].name
      guard let value = (item as? ContainerBox)?.first(MetadataValueBox.self) else { return "'\(name)' has no value" }
      if texts.contains(name), value.valueType != 1 {
        return "'\(name)' has a value of type \(value.valueType), not text"
      }
      // Each language has a value of its own.
      for value in (item as? ContainerBox)?.children.all(MetadataValueBox.self) ?? [] {
        if let other = values.updateValue(value, forKey: "\(name) \(value.locale)"), other.value != value.value {
          return "'\(name)' has two values, of which programs take the one or the other"
        }
      }
      if value.valueType == 1, String(validating: value.value, as: UTF8.self) == nil {
        return "'\(name)' has a text that is no UTF-8"
      }
    }
    return nil
  }
}
