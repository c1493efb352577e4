/// What makes two files a Live Photo, as named rules that can each be checked by itself.
///
/// The numbers are those of the format reference's checklist; rules without one are livecam's own additions.
public enum Rule: String, Sendable, CaseIterable, Encodable {
  case boxesNest, quickTimeContainer, sampleTables, trackNumbers, oneVideoTrack, decodes, movieIdentifier
  case stillTrack, stillTime, trackReference, dates, stillExtension, movieExtension, exif, makerNote
  case identifiersEqual, shape, likeness, readersAgree, stillDecodes, names

  /// The number in the checklist, or `nil` for what it doesn't number.
  public var number: Int? {
    switch self {
    case .boxesNest: 1
    case .sampleTables, .trackNumbers: 2
    case .oneVideoTrack, .decodes: 3
    case .movieIdentifier: 4
    case .stillTrack: 5
    case .stillTime: 6
    case .trackReference: 7
    case .dates: 8
    case .stillExtension: 9
    case .exif: 10
    case .makerNote: 11
    case .identifiersEqual: 12
    case .shape: 13
    case .likeness: 14
    case .readersAgree: 15
    case .quickTimeContainer, .movieExtension, .stillDecodes, .names: nil
    }
  }

  /// The rule in one phrase.
  public var title: String {
    switch self {
    case .boxesNest: "the movie's boxes nest and hold a moov"
    case .quickTimeContainer: "the movie is a QuickTime file"
    case .sampleTables: "every sample lies in the file, and the tables agree"
    case .trackNumbers: "track numbers are unique and below the next"
    case .oneVideoTrack: "one enabled video track, H.264 or HEVC"
    case .decodes: "every picture decodes"
    case .movieIdentifier: "the movie names the pair"
    case .stillTrack: "one track says where the still falls"
    case .stillTime: "the still falls on a picture inside the movie"
    case .trackReference: "the still's track points at the video"
    case .dates: "the movie begins shortly before the still"
    case .stillExtension: "the still is what its name says"
    case .movieExtension: "the movie is what its name says"
    case .exif: "the still has Exif"
    case .makerNote: "the still's maker note names the pair"
    case .identifiersEqual: "still and movie name the same pair"
    case .shape: "still and movie stand alike"
    case .likeness: "the picture at the still time looks like the still"
    case .readersAgree: "another reader sees the same movie"
    case .stillDecodes: "the still decodes"
    case .names: "the files have the same name but for the extension"
    }
  }

  /// What a pair must show to pass.
  public var expected: String {
    switch self {
    case .boxesNest: "boxes that fill the file, moov among them"
    case .quickTimeContainer: "brand qt, or no ftyp at all"
    case .sampleTables: "samples inside mdat, as many times as sizes"
    case .trackNumbers: "unique numbers above 0 and below the next one"
    case .oneVideoTrack: "1 enabled vide track, avc1 or hvc1"
    case .decodes: "no errors"
    case .movieIdentifier: "content.identifier in moov/meta: plain form, mdta, type 1, a UUID of 36 characters"
    case .stillTrack: "1 mebx track with still-image-time: mdta, type 0/65, 1 sample of 9 bytes or more, value -1"
    case .stillTime: "above 0, before the end, a picture within 50 ms"
    case .trackReference: "no cdsc, or the video track's number"
    case .dates: "creationdate with an offset, 0 to 2 s before DateTimeOriginal"
    case .stillExtension: "JPEG named .JPG or HEIC named .HEIC"
    case .movieExtension: "a movie named .MOV"
    case .exif: "Exif in the still"
    case .makerNote: "Apple iOS maker note, tag 0x0011, type 2, count 37, a UUID"
    case .identifiersEqual: "equal, byte for byte"
    case .shape: "both upright or both wide, the same aspect within 2 %"
    case .likeness: "likeness of 0.50 or more"
    case .readersAgree: "length, pictures, codec and identifier as read here"
    case .stillDecodes: "a whole picture"
    case .names: "equal stems"
    }
  }
}
