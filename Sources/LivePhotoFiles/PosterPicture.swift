package import ByteCoding
import ISOBoxes
package import MediaCore
import MovieCoding
import StillCoding
package import VideoCoding

/// Small pictures of stills and movies for lists and walls: upright, as JPEG, in sRGB's colours.
package enum PosterPicture {
  /// A still's picture in a square of a side. A JPEG is decoded no larger than it has to be.
  /// - Throws: `CodingError` for a damaged picture, or one of a kind that is not read.
  package static func jpeg(ofStill source: any ByteSource, side: Int) throws(CodingError) -> [UInt8] {
    try StillThumbnail.jpeg(of: picture(ofStill: source, side: side), side: side)
  }

  /// A still's picture in a square of a side, of full range.
  /// - Throws: `CodingError` for a damaged picture, or one of a kind that is not read.
  package static func picture(ofStill source: any ByteSource, side: Int) throws(CodingError) -> I420Picture {
    let still = try StillFile.read(source)
    let picture: I420Picture
    var profile: ColorProfile?
    if still.format == .jpeg {
      picture = try PictureDecoder().decode(source, maximumSide: side)
      profile = try still.jpegColorProfile()
    } else {
      let colored = try still.coloredPicture()
      picture = colored.picture
      if case .profile(let known) = colored.color { profile = known }
    }
    let turn = turns[Int(still.orientation.rawValue) - 1]
    let upright = try picture.fitted(maximumSide: side).turned(
      clockwiseQuarters: turn.quarters, mirrored: turn.isMirrored)
    return try (profile?.convertedToSRGB(upright) ?? upright).inRange(.full)
  }

  /// The turns with which pictures of Exif's eight orientations are shown.
  private static let turns: [(quarters: Int, isMirrored: Bool)] = [
    (0, false), (0, true), (2, false), (2, true), (3, true), (1, false), (1, true), (3, false),
  ]

  /// A movie's first picture in a square of a side.
  /// - Throws: `LivePhotoError`, `MovieError` or `CodingError` when it cannot be read or decoded.
  package static func jpeg(ofMovie source: any ByteSource, side: Int) throws -> [UInt8] {
    let movie = try LivePhotoFiles.movie(source)
    let (shown, times) = try EditPlan.pictures(of: movie, path: source.name)
    let turn = QuarterTurn(rawValue: movie.videoTrack?.matrix.clockwiseDegrees ?? 0) ?? .none
    let frames = try MovieFrames(
      movie, source: source, frames: Array(shown.prefix(1)), times: Array(times.prefix(1)), range: .full,
      keepsDisplayP3: false
    ) { I420Picture.size($0.width, $0.height, fitting: side) }
    var jpeg: [UInt8] = []
    try frames.forEachPicture(in: 0..<1) { _, picture in
      let upright = try picture.turned(clockwiseQuarters: turn.rawValue / 90)
      jpeg = try StillThumbnail.jpeg(of: upright, side: side)
    }
    guard !jpeg.isEmpty else {
      throw LivePhotoError(.malformed, context: source.name, message: "The movie has no picture. Choose another file.")
    }
    return jpeg
  }
}
