import ByteCoding
import MediaCore
import StillCoding

extension StillFile {
  var report: StillReport {
    let size = displaySize
    var report = StillReport(
      codec: codecText, width: width, height: height, orientation: Int(orientation.rawValue),
      displayWidth: size.width, displayHeight: size.height)
    report.identifier = contentIdentifier
    report.date = exif?.captureDate?.text
    report.make = make
    report.model = model
    report.software = software
    report.location = location.map {
      .init(latitude: $0.latitudeDegrees, longitude: $0.longitudeDegrees, altitude: $0.altitudeMeters)
    }
    report.exifBytes = exif?.bytes.count ?? 0
    report.makerNoteEntries = exif?.appleMakerNote?.entries.count
    report.xmpBytes = xmp?.count ?? 0
    report.extras = extras
    return report
  }

  /// Returns the facts that the rules look at; `kind` is the kind of the file.
  func facts(_ kind: FileKind) -> StillFacts {
    let size = displaySize
    return StillFacts(
      kind: kind, displayWidth: size.width, displayHeight: size.height, hasExif: exif != nil,
      makerNoteProblem: makerNoteProblem, identifier: contentIdentifier, date: exif?.captureDate,
      otherDates: exif.map { Array($0.dates.dropFirst()) } ?? [], satelliteDate: exif?.satelliteDate,
      lacksVideo: lacksVideo)
  }

  /// Returns the defects of all that is not the picture; `nil` if the file can no longer be read. `grid` is the
  /// picture's grid.
  func oddities(_ effort: PictureEffort, beside grid: LumaGrid?) -> [String]? {
    // A file that changes meanwhile is told of by whoever looks at its picture.
    guard let found = try? oddities(reading: effort != .none) else { return nil }
    return effort == .full ? found + OtherPictures(still: self, grid: grid).problems : found
  }

  private var makerNoteProblem: String? {
    guard let exif = exif, exif.makerNoteRange != nil else { return "no maker note" }
    guard let note = exif.appleMakerNote else { return "the maker note is not one of Apple's" }
    return note.findings.first
  }

  private var codecText: String {
    switch format {
    case .jpeg: "JPEG, \(frame)"
    case .png: "PNG"
    case .webp: "WebP"
    case .heic, .avif: pictures?.codecText ?? format.rawValue.uppercased()
    }
  }

  // The frame's marker tells how the picture is coded.
  private var frame: String {
    let names = structure().map(\.name)
    if names.contains(where: { $0.hasPrefix("SOF2") }) { return "progressive" }
    return names.contains { $0.hasPrefix("SOF0") } ? "baseline" : "other than baseline"
  }

  // A container of pictures tells more than the facade for all stills does.
  private var pictures: HEICFile? {
    format == .heic || format == .avif ? try? HEICFile.read(source) : nil  // the facade tells the rest
  }

  private var extras: [String] {
    let small = exif?.thumbnailRange.map { "thumbnail of \(FileReport.bytes($0.count))" }
    // One whose maps cannot be read any more is described as far as it goes.
    let maps = ((try? gainMaps()) ?? []).map { map in
      "gain map \(map.width) × \(map.height) (\(map.standards.joined(separator: ", ")))"
    }
    guard let pictures else { return (small.map { [$0] } ?? []) + maps }
    let thumbnails = pictures.thumbnails.map { "thumbnail \($0.width) × \($0.height)" }
    let others = pictures.auxiliaries.filter { $0.auxiliaryType?.hasSuffix(":hdrgainmap") != true }.map { item in
      "\(Self.name(ofAuxiliary: item.auxiliaryType ?? "")) \(item.width) × \(item.height)"
    }
    return (small.map { [$0] } ?? []) + thumbnails + maps + others + (pictures.alternates.isEmpty ? [] : ["tone map"])
  }

  /// Returns the name of an auxiliary picture, for people.
  private static func name(ofAuxiliary type: String) -> String {
    let last = type.split(separator: ":").last.map(String.init) ?? "auxiliary picture"
    switch last {
    case "1" where type.hasPrefix("urn:mpeg:"), "alpha": return "transparency"
    case "2" where type.hasPrefix("urn:mpeg:"), "depth": return "depth"
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
