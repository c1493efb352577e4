import FileStorage
import LivePhotoFiles
import MediaCore
import PhotoLibrary

/// Files on their way into a library that are a photo, a Live Photo or a movie, be it original or an edited form, or
/// words on edits.
struct ImportPart {
  /// The files that were given.
  var files: [String]
  /// The resources that the library has staged of the files; of a file to be taken apart, that file.
  var resources: [LibraryDraft.Resource] = []
  var kind: ImportFinding.Kind?
  var reason: String
  var changes: [String] = []
  /// The sidecar that Google Takeout has written of the files.
  var sidecar: TakeoutSidecar?
  /// The title of the album of an export that the files lie in.
  var album: String?
  /// A sentence that says what is missing of the part.
  var remark: String?
  /// The versions of the files when they were looked at.
  var versions: [FileVersion] = []
  /// Indicates whether something of the files is damaged, and the library takes them all the same. What it refuses is
  /// told by itself.
  var isDamaged = false
  /// Indicates whether the part is one file that holds a still and a movie.
  var isWhole = false

  /// Creates a part without files of the library's yet.
  init(_ finding: PairingFinding) {
    (files, reason, changes) = (finding.files, finding.reason, finding.changes)
    (sidecar, versions) = (finding.sidecar, finding.versions)
    remark = finding.brokenMovie.map { Self.remark("movie", $0) }
  }

  /// Notes what is wrong and does not keep the library from taking the files.
  mutating func addRemark(_ text: String) {
    changes.append(text)
    remark = [remark, text].compactMap { $0 }.joined(separator: " ")
  }

  /// Notes what is damaged, and does not keep the library from taking the files.
  mutating func addDamage(_ text: String) {
    addRemark(text)
    isDamaged = true
  }

  private static func remark(_ half: String, _ name: String) -> String { "Its \(half) \(name) is broken." }

  /// The still of a Live Photo, as it came, without its movie, which is broken; `nil` if this is none.
  var withoutMovie: ImportPart? { half(0, [.importedPhoto, .photo], as: .photo, "movie", [.pairedVideo]) }

  /// The movie of a Live Photo, as it came, without its still, which is broken; `nil` if this is none.
  var withoutStill: ImportPart? { half(1, [.importedPairedVideo, .pairedVideo], as: .video, "still", [.photo]) }

  private func half(
    _ index: Int, _ types: [ResourceType], as type: ResourceType, _ lost: String, _ lostTypes: [ResourceType]
  ) -> ImportPart? {
    func resource(_ types: [ResourceType]) -> LibraryDraft.Resource? {
      types.lazy.compactMap { type in resources.first { $0.type == type } }.first
    }
    guard kind == .livePhoto, files.count == 2, let own = resource(types), let other = resource(lostTypes) else {
      return nil
    }
    var half = self
    half.files = [files[index]]
    half.resources = [.init(type, at: own.path, name: own.name)]
    half.kind = type == .photo ? .photo : .video
    half.reason = "a \(type == .photo ? "still" : "movie"), because its \(lost) \(other.name) is broken"
    half.remark = Self.remark(lost, other.name)
    half.changes = []
    return half
  }

  /// A Motion Photo whose movie is damaged, as a photo.
  func asStill(_ remark: String) -> ImportPart {
    var still = self
    (still.isWhole, still.kind) = (false, .photo)
    still.addDamage(remark)
    return still
  }

  /// The date for files that tell none: that in the name of one of them, else the first one's date of last change,
  /// where it can be one of a photo.
  func dateGuess(now: WallTime) -> AssetDateGuess? {
    if let date = files.lazy.compactMap({ FileNames.date(in: $0, now: now) }).first {
      return AssetDateGuess(date, from: .name)
    }
    guard let file = files.first, let version = versions.first(where: { $0.path.utf8.elementsEqual(file.utf8) }) else {
      return nil
    }
    let (seconds, rest) = version.modificationNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard seconds >= Self.firstSecond, seconds <= now.secondsSince1970 else { return nil }
    let date = WallTime(
      secondsSince1970: seconds, nanosecond: Int(rest), utcOffsetSeconds: now.utcOffsetSeconds)
    return AssetDateGuess(date, from: .file)
  }

  /// 1980-01-03: archives and file systems that know no date begin a little earlier.
  private static let firstSecond: Int64 = 315_705_600

  func finding(_ outcome: ImportFinding.Outcome, _ reason: String? = nil) -> ImportFinding {
    ImportFinding(
      outcome: outcome, files: files, asset: nil, kind: kind, reason: reason ?? self.reason, changes: changes)
  }
}

/// Parts that become one asset.
struct ImportUnit {
  /// The original.
  var main: ImportPart
  /// Its other forms: an edited photo, an edited movie, or both, and a raw photo.
  var edits: [ImportPart] = []
  /// The data that describes the edits, and what the camera has done to the original.
  var words: [ImportPart] = []

  init(_ main: ImportPart) { self.main = main }

  var parts: [ImportPart] { [main] + edits + words }

  var versions: [FileVersion] { parts.flatMap(\.versions) }

  /// The places of its files in the library.
  var places: [String] { parts.flatMap { $0.resources.map(\.path) } }

  /// Takes a form of the original in.
  mutating func join(_ part: ImportPart) {
    if part.resources.first?.type.isDescription == true { words.append(part) } else { edits.append(part) }
  }

  /// Each of the forms as an asset of its own; words on edits stay with the original.
  var apart: [ImportUnit] {
    var original = ImportUnit(main)
    original.words = words
    return [original]
      + edits.map { edit in
        var alone = edit
        alone.resources = edit.resources.map {
          .init($0.type == .alternatePhoto ? .photo : $0.type, at: $0.path, name: $0.name)
        }
        return ImportUnit(alone)
      }
  }

  /// The asset that is to be made of the parts at a present of `now`.
  func draft(now: WallTime) -> LibraryDraft {
    let forms = edits.flatMap(\.resources).map { resource in
      LibraryDraft.Resource(Self.form(resource.type, of: main), at: resource.path, name: resource.name)
    }
    var draft = LibraryDraft(main.resources + forms + words.flatMap(\.resources))
    // Of what is damaged the asset tells as long as it has it, also in an edited form.
    let remarks = parts.compactMap(\.remark)
    draft.remark = remarks.isEmpty ? nil : remarks.joined(separator: " ")
    draft.guess = main.dateGuess(now: now)
    if let sidecar = main.sidecar {
      let date = WallTime(secondsSince1970: sidecar.secondsSince1970, nanosecond: 0, utcOffsetSeconds: 0)
      draft.otherwise = (date, sidecar.location)
      draft.isFavorite = sidecar.isFavorite
    }
    return draft
  }

  private static func form(_ type: ResourceType, of main: ImportPart) -> ResourceType {
    switch type {
    case .photo: .fullSizePhoto
    case .video where main.kind == .video: .fullSizeVideo
    case .video, .pairedVideo: .fullSizePairedVideo
    case .importedPhoto: .importedFullSizePhoto
    case .importedPairedVideo: .importedFullSizePairedVideo
    default: type
    }
  }

  /// The finding that tells the outcome for all parts.
  var finding: ImportFinding {
    func names(_ part: ImportPart) -> String { part.files.map { FileNames.name(of: $0) }.joined(separator: " + ") }
    let told =
      edits.flatMap { edit in
        let isRaw = edit.resources.first?.type == .alternatePhoto
        return ["\(names(edit)): its \(isRaw ? "raw photo" : "edited form"), by name"] + edit.changes
      }
      + words.map { part in
        switch part.resources.first?.type {
        case .originalAdjustmentData: "\(names(part)): what its camera did to it"
        case .bundleData: "\(names(part)): the list of its bundle"
        default: "\(names(part)): what its edits were"
        }
      }
    return ImportFinding(
      outcome: .added, files: parts.flatMap(\.files), asset: nil, kind: main.kind, reason: main.reason,
      changes: main.changes + told)
  }
}
