import ByteCoding
import MediaCore
import StillCoding

/// Puts what was read of a still into the words of a report and into what the rules look at.
struct StillInspector {
  let file: StillFile
  let kind: FileKind

  /// The still's report.
  var report: StillReport {
    let size = file.displaySize
    var report = StillReport(
      codec: codec, width: file.width, height: file.height, orientation: Int(file.orientation.rawValue),
      displayWidth: size.width, displayHeight: size.height)
    report.identifier = file.contentIdentifier
    report.date = file.exif?.captureDate?.text
    report.make = file.make
    report.model = file.model
    report.software = file.software
    report.location = file.location.map {
      .init(latitude: $0.latitudeDegrees, longitude: $0.longitudeDegrees, altitude: $0.altitudeMeters)
    }
    report.exifBytes = file.exif?.bytes.count ?? 0
    report.makerNoteEntries = file.exif?.appleMakerNote?.entries.count
    report.xmpBytes = file.xmp?.count ?? 0
    report.extras = extras
    return report
  }

  /// What the rules look at.
  var facts: StillFacts {
    let size = file.displaySize
    return StillFacts(
      kind: kind, displayWidth: size.width, displayHeight: size.height, hasExif: file.exif != nil,
      makerNoteProblem: makerNoteProblem, identifier: file.contentIdentifier, date: file.exif?.captureDate)
  }

  private var makerNoteProblem: String? {
    guard let exif = file.exif, exif.makerNoteRange != nil else { return "no maker note" }
    guard let note = exif.appleMakerNote else { return "the maker note is not one of Apple's" }
    return note.findings.first
  }

  private var codec: String {
    switch file.format {
    case .jpeg: "JPEG, \(frame)"
    case .png: "PNG"
    case .webp: "WebP"
    case .heic, .avif: pictures?.codecText ?? file.format.rawValue.uppercased()
    }
  }

  // The frame's marker tells how the picture is coded.
  private var frame: String {
    let names = file.structure().map(\.name)
    if names.contains(where: { $0.hasPrefix("SOF2") }) { return "progressive" }
    return names.contains { $0.hasPrefix("SOF0") } ? "baseline" : "other than baseline"
  }

  // A container of pictures tells more than the facade for all stills does, where it can be read.
  private var pictures: HEICFile? {
    guard file.format == .heic || file.format == .avif else { return nil }
    return try? HEICFile.read(file.source)
  }

  private var extras: [String] {
    let small = file.exif?.thumbnailRange.map { "thumbnail of \(FileReport.bytes($0.count))" }
    guard let pictures else { return small.map { [$0] } ?? [] }
    let thumbnails = pictures.thumbnails.map { "thumbnail \($0.width) × \($0.height)" }
    let others = pictures.auxiliaries.map { item in
      "\(Self.name(ofAuxiliary: item.auxiliaryType ?? "")) \(item.width) × \(item.height)"
    }
    return (small.map { [$0] } ?? []) + thumbnails + others + (pictures.alternates.isEmpty ? [] : ["tone map"])
  }
}

extension StillInspector {
  /// What an auxiliary picture is, for people.
  private static func name(ofAuxiliary type: String) -> String {
    let last = type.split(separator: ":").last.map(String.init) ?? "auxiliary picture"
    switch last {
    case "1" where type.hasPrefix("urn:mpeg:"), "alpha": return "transparency"
    case "2" where type.hasPrefix("urn:mpeg:"), "depth": return "depth"
    case "hdrgainmap": return "gain map"
    default: return last
    }
  }
}

extension HEICFile {
  /// `HEIC, HEVC in 6 × 8 tiles`.
  var codecText: String {
    let (container, name) =
      switch codec {
      case "hvc1", "hev1": ("HEIC", "HEVC")
      case "av01": ("AVIF", "AV1")
      default: ("HEIF", codec)
      }
    return "\(container), \(name)" + (grid.map { " in \($0.rows) × \($0.columns) tiles" } ?? "")
  }
}
