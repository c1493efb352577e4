import LivePhotoFiles
import MediaCore
import PhotoLibrary

extension Asset {
  /// The asset's kind, for people.
  var kindText: String {
    switch playbackStyle {
    case .livePhoto: hasRaw ? "Live Photo, RAW" : "Live Photo"
    case .image, .imageAnimated: hasRaw ? "photo, RAW" : "photo"
    case .video, .videoLooping: "video"
    case .unsupported: "unknown"
    }
  }

  /// The asset's kind, for programs.
  var kindWord: String {
    switch playbackStyle {
    case .livePhoto: "livePhoto"
    case .image, .imageAnimated: "photo"
    case .video, .videoLooping: "video"
    case .unsupported: "unknown"
    }
  }

  var shortIdentifier: String { String(localIdentifier.prefix(8)) }

  /// The asset on one line.
  func line(name: String) -> String {
    var marks: [String] = []
    if hasAdjustments { marks.append("edited") }
    if isFavorite { marks.append("favourite") }
    if isHidden { marks.append("hidden") }
    if isUnfinished { marks.append("unfinished") }
    if remark != nil { marks.append("incomplete") }
    if trashedDate != nil { marks.append("in the trash") }
    let date = creationDate.map { $0.localString() + $0.offsetString() } ?? "no date"
    return ([shortIdentifier, name, kindText, "\(pixelWidth)x\(pixelHeight)", date] + marks).joined(separator: "  ")
  }

  /// The asset for programs.
  func json(name: String) -> JSONObject {
    [
      "identifier": localIdentifier, "name": name, "kind": kindWord, "width": pixelWidth, "height": pixelHeight,
      "created": creationDate.map { $0.localString() + $0.offsetString() },
      "modified": modificationDate.localString() + modificationDate.offsetString(),
      "dateFrom": dateSource?.rawValue,
      "duration": mediaType == .video ? duration.seconds : nil, "edited": hasAdjustments, "favourite": isFavorite,
      "hidden": isHidden,
      "raw": hasRaw, "unfinished": isUnfinished, "remark": remark,
      "trashed": trashedDate.map { $0.localString() + $0.offsetString() },
      "latitude": location?.latitudeDegrees, "longitude": location?.longitudeDegrees,
      "altitude": location?.altitudeMeters,
    ]
  }
}

extension AssetResource {
  /// The resource on one line.
  var line: String {
    "  \(type)  \(originalFilename)  \(uniformTypeIdentifier)  "
      + (pixelWidth > 0 ? "\(pixelWidth)x\(pixelHeight)  " : "") + "\(byteCount) bytes"
      + (sha256.map { "  sha256 \($0.prefix(16))…" } ?? "")
  }

  /// The resource for programs.
  var json: JSONObject {
    [
      "type": "\(type)", "name": originalFilename, "contentType": uniformTypeIdentifier, "bytes": byteCount,
      "width": pixelWidth, "height": pixelHeight, "sha256": sha256,
    ]
  }
}
