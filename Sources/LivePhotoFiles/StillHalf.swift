package import ByteCoding
import ForeignMedia
import ISOBoxes
import MediaCore
import MovieCoding
package import StillCoding
import VideoCoding

/// The still of a pair that is being assembled, as it will be written: JPEG and HEIC with their pixels as they are,
/// everything else as a new JPEG.
struct StillHalf {
  let rope: ByteRope
  /// The parts that were converted or lost, a sentence each.
  let notes: [String]

  /// The note about a picture of high dynamic range that becomes a still of plain range.
  static let mappingNote = "still: its high dynamic range is mapped to what a plain screen shows"

  /// `isOneFile` when a video inside the still is the movie itself.
  init(_ still: StillFile?, of movie: MovieHalf, at time: MediaTime, edits: StillEdits, isOneFile: Bool) throws {
    guard let still else {
      (rope, notes) = try Self.frame(of: movie, at: time, edits)
      return
    }
    (rope, notes) = try LivePhotoError.coding(still.source.name, "The still cannot be written.") {
      switch still.format {
      case .avif, .png, .webp: return try Self.converted(still, edits)
      case .jpeg, .heic:
        // An edit that changes nothing gives the file as it is.
        guard try still.isWhole() else {
          throw CodingError(
            .truncated, context: still.source.name, message: "Its picture breaks off before its end. Get a whole copy.")
        }
        let edited = try still.edited(edits)
        let video = still.motionPhoto == nil || isOneFile ? [] : ["still: the video inside it is left out"]
        return (edited.rope, video + edited.notes)
      }
    }
  }

  /// A still of another kind as a JPEG, turned as edits say or else as it was.
  fileprivate static func converted(_ still: StillFile, _ edits: StillEdits) throws -> (rope: ByteRope, notes: [String])
  {
    let colored = try still.coloredPicture()
    let (picture, profile, colorNotes) = try plain(colored)
    var edits = edits
    edits.orientation = edits.orientation ?? still.orientation
    edits.motionPhoto = still.motionPhoto != nil || still.lacksVideo ? .remove : .keep
    edits.isSRGB = profile?.isSRGB ?? true
    edits.thumbnail = try StillThumbnail.jpeg(of: picture, profile: profile)
    let jpeg = try NewJPEG(exif: still.exif?.bytes ?? [], xmp: still.xmp ?? [], profile: profile).bytes(of: picture)
    let edited = try StillFile.read(ArrayBytes(jpeg, name: still.source.name)).edited(edits)
    let format = still.format == .webp ? "WebP" : still.format.rawValue.uppercased()
    return (
      edited.rope,
      ["still: \(format) is converted to JPEG, as programs pair JPEG and HEIC only"] + colorNotes + edited.notes
    )
  }

  /// A picture of plain range, and the profile that it needs.
  private static func plain(
    _ colored: ColoredPicture
  ) throws(CodingError) -> (picture: I420Picture, profile: ColorProfile?, notes: [String]) {
    let notes = colored.notes.map { "still: \($0)" }
    switch colored.color {
    case .sRGB: return (colored.picture, nil, notes)
    case .profile(let profile): return (colored.picture, profile, notes)
    case .highDynamicRange(let primaries, let transfer):
      let mapped = try colored.picture.mappedToPlainRange(primaries: primaries, transfer: transfer)
      return (mapped, nil, notes + [mappingNote])
    }
  }

  private static func frame(
    of movie: MovieHalf, at time: MediaTime, _ edits: StillEdits
  ) throws -> (ByteRope, [String]) {
    try LivePhotoError.coding(movie.source.name, "Its picture at \(time.text) cannot become the still.") {
      let foreign = try ForeignMovie(source: movie.source)
      let video = foreign.mainVideo?.video
      let isDisplayP3 = video?.color.isDisplayP3 == true
      let size = video.flatMap { movie.file.videoTrack?.squareSize(storedWidth: $0.width, storedHeight: $0.height) }
      let options = PictureReader.Options(size: size, colorRange: .full, matrix: 6, primaries: isDisplayP3 ? 12 : 1)
      // A little behind its beginning, which other programs may round to another unit.
      let instant = time + MediaTime(value: 1, timescale: 2000)
      let picture = try foreign.picture(at: instant, options: options).picture
      var edits = edits
      edits.orientation = movie.file.videoTrack?.exifOrientation ?? .up
      edits.softwareIfMissing = movie.file.text(of: MovieKey.software)
      edits.locationWithoutExif = movie.file.text(of: MovieKey.location).flatMap { GeoLocation(iso6709: $0) }
      let jpeg = NewJPEG(profile: isDisplayP3 ? .displayP3 : nil)
      edits.isSRGB = !isDisplayP3
      edits.thumbnail = try StillThumbnail.jpeg(of: picture, profile: jpeg.profile)
      let edited = try StillFile.read(ArrayBytes(jpeg.bytes(of: picture), name: movie.source.name)).edited(edits)
      return (
        edited.rope,
        ["still: the movie's picture at \(time.text), \(picture.width)x\(picture.height), as JPEG"]
          + (video?.color.isHighDynamicRange == true ? [mappingNote] : []) + edited.notes
      )
    }
  }
}

extension LivePhotoFiles {
  /// Returns a still with edits, as programs pair it: of kinds other than JPEG and HEIC a JPEG is made. Notes tell what
  /// was converted or lost.
  /// - Throws: `CodingError` for a still that cannot have the edits, or be decoded.
  package static func pairable(_ still: StillFile, _ edits: StillEdits) throws -> (rope: ByteRope, notes: [String]) {
    guard [.jpeg, .heic].contains(still.format) else { return try StillHalf.converted(still, edits) }
    let edited = try still.edited(edits)
    return (edited.rope, edited.notes)
  }
}
