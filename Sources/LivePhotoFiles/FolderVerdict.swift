/// The Live Photos of folders, in numbers, and whether all of it is right.
public struct FolderVerdict: Sendable, Hashable, Codable {
  /// Stills and movies that belong together: of two files, of a bundle, of an archive.
  public internal(set) var pairs = 0
  /// Those of them that are Live Photos.
  public internal(set) var livePhotos = 0
  /// Motion Photos whose still and video are right.
  public internal(set) var motionPhotos = 0
  /// Stills that are no part of a pair, and right.
  public internal(set) var stillsAlone = 0
  /// Movies that are no part of a pair, and right.
  public internal(set) var moviesAlone = 0
  /// Files and folders that are damaged or cannot be read.
  public internal(set) var broken = 0
  /// Files and folders that were not looked at, though they have the name or the content of a picture, a movie or an
  /// archive.
  public internal(set) var passedOver = 0
  /// Stills and movies by themselves that carry the identifier of a Live Photo: its other half is missing.
  public internal(set) var halves = 0
  /// Those of ``halves`` that are stills: their movies are missing.
  public internal(set) var stillHalves = 0
  /// Files, pairs and folders with names that are not UTF-8.
  public internal(set) var misnamed = 0
  /// Units with an identifier that another one carries, too.
  public internal(set) var repeated = 0
  /// Files that are neither by their name nor by their content pictures, movies or archives.
  public internal(set) var others = 0
  /// Files and folders whose names begin with a dot.
  public internal(set) var hidden = 0
  /// Folders that were looked into.
  public internal(set) var folders = 0
  /// The pictures that were decoded; of reports that are merged, what was decoded for all of them. `nil` if that is not
  /// known.
  public internal(set) var pictures: PictureEffort?
  /// Pairs and files of which something was to be decoded that nothing on this machine can decode; `nil` if that is not
  /// known, as in reports of earlier versions.
  public internal(set) var undecoded: Int?
  /// The comparisons with a list of checksums; `nil` without one.
  public internal(set) var checksums: ChecksumCounts?
  /// A Boolean value that indicates whether the search was stopped before its end.
  public internal(set) var isPartial = false

  /// A Boolean value that indicates whether the search came to its end, there is a Live Photo or a Motion Photo, each
  /// pair is a Live Photo, nothing is broken, and all names are UTF-8.
  public var isGood: Bool {
    !isPartial && !hasNothing && livePhotos == pairs && broken == 0 && misnamed == 0
  }

  /// Indicates whether there is nothing that could be a Live Photo.
  package var hasNothing: Bool { pairs + motionPhotos == 0 }

  /// Counts a finding.
  mutating func add(_ finding: FindingRecord) {
    if let compared = finding.checksums {
      var counts = checksums ?? ChecksumCounts()
      for checksum in compared { counts.add(checksum) }
      checksums = counts
    }
    if finding.nameProblem != nil { misnamed += 1 }
    if finding.rules.contains(where: { $0.status == .notChecked }) { undecoded = (undecoded ?? 0) + 1 }
    switch (finding.status == .misnamed ? .good : finding.status, finding.kind) {
    case (_, .folder): break
    // Its bytes are others than they were: what it is, is another matter.
    case (.broken, _) where finding.isLivePhoto == false: pairs += 1
    case (.broken, _):
      broken += 1
      if finding.isLivePhoto == true {
        pairs += 1
        livePhotos += 1
      }
    case (.passedOver, _) where finding.isGone: break
    case (.passedOver, _): passedOver += 1
    case (.noLivePhoto, _): pairs += 1
    case (.good, .still) where !finding.carried.isEmpty, (.good, .movie) where !finding.carried.isEmpty:
      halves += 1
      if finding.kind == .still {
        stillsAlone += 1
        stillHalves += 1
      } else {
        moviesAlone += 1
      }
    case (.good, .motionPhoto): motionPhotos += 1
    case (.good, .still): stillsAlone += 1
    case (.good, .movie): moviesAlone += 1
    default:
      pairs += 1
      livePhotos += 1
    }
  }

  /// Writes the keys that the command's `--json` documents.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "kind": "sum", "isGood": isGood, "isPartial": isPartial, "pictures": pictures,
      "undecoded": undecoded, "pairs": pairs,
      "livePhotos": livePhotos, "motionPhotos": motionPhotos, "stillsAlone": stillsAlone, "moviesAlone": moviesAlone,
      "halves": halves, "stillHalves": stillHalves,
      "broken": broken, "passedOver": passedOver, "misnamed": misnamed, "repeated": repeated, "others": others,
      "hidden": hidden,
      "folders": folders, "checksums": checksums,
    ]
    try object.encode(to: encoder)
  }

  /// Lines for people: how deep the look was, and the sum.
  public var lines: [String] {
    (pictures.map { [$0.sentence(comparing: checksums != nil, exceptions)] } ?? []) + [text]
  }

  /// What was not decoded, however much was to be; empty if there is nothing of the kind.
  private var exceptions: String {
    let left = [
      passedOver > 0 && pictures == .full ? "what was not looked at" : nil,
      undecoded.map { "\($0) in which not everything can be decoded here" },
    ].compactMap(\.self)
    return left.isEmpty ? "" : " but of \(left.joined(separator: " and of "))"
  }

  /// The sum for people, in one line.
  var text: String {
    var text = isPartial ? "Not complete; so far: " : ""
    text += "\(pairs.named("pair")), \(livePhotos.named("Live Photo")) among them; "
    text += "\(motionPhotos.named("Motion Photo")), \(stillsAlone.named("still")) and \(moviesAlone.named("movie")) "
    let failed = pairs > livePhotos ? " (\((pairs - livePhotos).named("pair")) among them)" : ""
    let lost = [("still", stillHalves, "movie"), ("movie", halves - stillHalves, "still")].filter { $0.1 > 0 }
    let lostText = lost.map { half, count, other in
      "\(count.named("Live Photo \(half)")) without \(count == 1 ? "its \(other)" : "their \(other)s")"
    }
    text += "alone\(lost.isEmpty ? "" : " (\(lostText.joined(separator: ", ")))"), "
    text += "\(broken + pairs - livePhotos) broken\(failed), \(passedOver) not looked at"
    if misnamed > 0 { text += ", \(misnamed) with a name that is not UTF-8" }
    let rest = [(others, others.named("other file")), (hidden, "\(hidden) hidden")].filter { $0.0 > 0 }.map(\.1)
    text += rest.isEmpty ? "" : "; \(rest.joined(separator: ", "))"
    return text + (checksums.map { "; \($0.text)" } ?? "")
  }
}

extension PictureEffort {
  /// A sentence about which pictures were decoded, and which damage therefore cannot have shown.
  fileprivate func sentence(comparing hasChecksums: Bool, _ exceptions: String) -> String {
    let (gap, advice) =
      switch self {
      case .none:
        (
          "No picture was decoded (--quick): damage within pictures, sound and metadata, files that are gone, and what "
            + "changed and still makes sense, do not show",
          ", unless files are compared with --checksums"
        )
      case .key:
        (
          "Of each still a part, or all of it, was decoded, and of each movie one picture\(exceptions): damage elsewhere "
            + "in them and in sound, files that are gone, and what changed and still makes sense, do not show",
          "; --full decodes everything, and --checksums finds every byte of pictures, movies and archives that changes"
        )
      case .full:
        (
          "All pictures and sound\(exceptions) were decoded: files that are gone, changed bytes of a JPEG, single bits of "
            + "a HEIC, what decoders of WebP and AVIF pass over, zeros in Motion JPEG, short ones in plain sound, exchanged "
            + "parts of a picture, and what else changed and can be decoded, such as other plain sound, other colours or "
            + "a letter of the metadata, may not show",
          "; --checksums finds every byte of pictures, movies and archives that changes"
        )
      }
    let comparison =
      " if it is older than the checksums; what has no checksum there was not compared"
      + (self == .none ? ", and is added as it is, damaged or not" : "")
    return gap + (hasChecksums ? comparison : advice) + "."
  }
}
