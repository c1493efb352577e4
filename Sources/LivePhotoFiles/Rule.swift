/// The rules that make two files a Live Photo, named so that each can be checked by itself.
///
/// The numbers are those of the format reference's checklist, and 16 that of the independent checker; rules without one
/// are livecam's own additions. All that is fixed about a rule stands in its row of `terms`.
public enum Rule: String, Sendable, CaseIterable, Encodable {
  /// The movie's boxes nest and hold a moov.
  case boxesNest
  /// The movie is a QuickTime file.
  case quickTimeContainer
  /// Every sample lies in the file, and the tables agree.
  case sampleTables
  /// Track numbers are unique and below the next.
  case trackNumbers
  /// One enabled video track, H.264 or HEVC.
  case oneVideoTrack
  /// H.264 is of a profile for everybody.
  case h264Profile
  /// Pictures and sound are of formats that Apple's programs play.
  case formats
  /// The edit lists are those of a movie.
  case editLists
  /// The contents of the tracks of pictures and sound are played.
  case tracksPlay
  /// The times in the movie agree, and each picture has its own.
  case times
  /// Every picture and all sound decode.
  case decodes
  /// The timed metadata can be read.
  case timedMetadata
  /// The movie names the pair.
  case movieIdentifier
  /// One track says where the still falls.
  case stillTrack
  /// The still falls on a picture inside the movie.
  case stillTime
  /// The still's track points at the video.
  case trackReference
  /// The movie begins shortly before the still.
  case dates
  /// The still is what its name says.
  case stillExtension
  /// The movie is what its name says.
  case movieExtension
  /// The still has Exif.
  case exif
  /// The still's maker note names the pair.
  case makerNote
  /// Still and movie name the same pair.
  case identifiersEqual
  /// Still and movie stand alike.
  case shape
  /// The picture at the still time looks like the still.
  case likeness
  /// Another reader sees the same movie.
  case readersAgree
  /// The still holds the video that it announces.
  case announcedVideo
  /// The still decodes.
  case stillDecodes
  /// All that is in the still but its picture is whole.
  case stillParts
  /// The files have the same name but for the extension.
  case names

  /// The number in the checklist, or `nil` for what it doesn't number.
  public var number: Int? { terms.number }

  /// The rule in one phrase.
  public var title: String { terms.title }

  /// A phrase about what a pair must show to pass.
  public var expected: String { terms.expected }

  struct Terms {
    let number: Int?
    let title: String
    let expected: String
    /// The consumers that are known to refuse a pair that breaks the rule.
    var refusing: Set<Consumer> = []
    /// The consumers that look at the rule, with a result that nobody could confirm.
    var doubting: Set<Consumer> = []
    /// Indicates whether a warning breaks the rule for the consumers that follow it.
    var isBrokenByWarning = false
    /// Indicates whether a pair that breaks the rule is no Live Photo, because Apple's programs follow the rule.
    var decides: Bool { !refusing.union(doubting).isDisjoint(with: Consumer.applePhotos) }

    init(
      _ number: Int?, _ title: String, expects expected: String, refusedBy refusing: Set<Consumer> = [],
      doubtedBy doubting: Set<Consumer> = [], isBrokenByWarning: Bool = false
    ) {
      (self.number, self.title, self.expected) = (number, title, expected)
      (self.refusing, self.doubting, self.isBrokenByWarning) = (refusing, doubting, isBrokenByWarning)
    }
  }

  // How consumers decide: Apple's programs are reported on (osxphotos#1399, makelive#26 and #28,
  // flutter_photo_manager#1416, react-native-cameraroll#571); those of the others were read in their source code. Who
  // is not known to look at a rule is not in its row.
  var terms: Terms {
    switch self {
    case .boxesNest:
      Terms(
        1, "the movie's boxes nest and hold a moov", expects: "boxes that fill the file, moov among them",
        refusedBy: Consumer.players.union([.immich, .nextcloudMemories, .photoPrism, .lychee]))
    case .quickTimeContainer:
      Terms(
        nil, "the movie is a QuickTime file", expects: "brand qt, or no ftyp at all",
        doubtedBy: [.applePhotosIPhone, .nextcloudMemories])
    case .sampleTables:
      Terms(
        2, "every sample lies in the file, and the tables agree",
        expects: "samples inside mdat, as many times as sizes", refusedBy: Consumer.players)
    case .trackNumbers:
      Terms(
        2, "track numbers are unique and below the next", expects: "unique numbers above 0 and below the next one",
        doubtedBy: Consumer.applePhotos)
    case .oneVideoTrack:
      Terms(
        3, "one enabled video track, H.264 or HEVC", expects: "1 enabled vide track, avc1 or hvc1",
        doubtedBy: Consumer.applePhotos)
    case .h264Profile:
      Terms(
        nil, "H.264 is of a profile for everybody", expects: "Baseline, Main or High: 8 bits, 4:2:0",
        refusedBy: Consumer.players)
    case .formats:
      Terms(
        nil, "pictures and sound are of formats that Apple's programs play",
        expects: "H.264 or HEVC, with sound in AAC, PCM or another of QuickTime's formats",
        refusedBy: Consumer.players)
    case .editLists:
      Terms(
        nil, "the edit lists are those of a movie", expects: "up to \(MovieRules.usualEdits) entries a track",
        doubtedBy: Consumer.applePhotos)
    case .tracksPlay:
      Terms(
        nil, "what the tracks of pictures and sound hold is played",
        expects: "tracks of a known kind, with descriptions that make sense, and edits that show something",
        doubtedBy: Consumer.applePhotos)
    case .times:
      Terms(
        nil, "the times in the movie agree, and each picture has its own",
        expects: "the same lengths in headers, edits and tables, and a time within the movie for each picture",
        doubtedBy: Consumer.applePhotos)
    case .timedMetadata:
      Terms(
        nil, "the timed metadata can be read", expects: "values that fill their samples, of keys that are declared",
        doubtedBy: Consumer.applePhotos)
    case .decodes:
      Terms(3, "every picture and all sound decode", expects: "no errors", refusedBy: Consumer.players)
    case .movieIdentifier:
      Terms(
        4, "the movie names the pair",
        expects: "content.identifier in moov/meta: plain form, mdta, type 1, a UUID of 36 characters",
        doubtedBy: Consumer.applePhotos)
    // PhotoKit's error -1 without it.
    case .stillTrack:
      Terms(
        5, "one track says where the still falls",
        expects: "1 mebx track with still-image-time: mdta, type 0/65, 1 sample of 9 bytes or more, value -1",
        refusedBy: [.applePhotosIPhone, .wallpaper])
    case .stillTime:
      Terms(
        6, "the still falls on a picture inside the movie", expects: "above 0, before the end, a picture within 50 ms",
        doubtedBy: [.applePhotosIPhone])
    case .trackReference:
      Terms(7, "the still's track points at the video", expects: "no cdsc, or the number of the video track or of none")
    case .dates:
      Terms(
        8, "the movie begins shortly before the still",
        expects: "creationdate with an offset, DateTimeOriginal up to 2 s behind it and the still time",
        doubtedBy: [.ente], isBrokenByWarning: true)
    // PhotoKit's error 3302 for names that lie.
    case .stillExtension:
      Terms(
        9, "the still is what its name says", expects: "JPEG named .JPG or HEIC named .HEIC",
        refusedBy: Consumer.applePhotos)
    // Nextcloud Memories wants the MIME type video/quicktime.
    case .movieExtension:
      Terms(
        nil, "the movie is what its name says", expects: "a movie named .MOV",
        refusedBy: [.applePhotosIPhone, .nextcloudMemories], doubtedBy: [.applePhotosMac])
    case .exif:
      // The maker note is a part of it.
      Terms(
        10, "the still has Exif", expects: "Exif in the still", doubtedBy: Consumer.applePhotos)
    case .makerNote:
      Terms(
        11, "the still's maker note names the pair",
        expects: "Apple iOS maker note, tag 0x0011, type 2, count 37, a UUID",
        doubtedBy: Consumer.applePhotos.union([.immich, .nextcloudMemories, .lychee]))
    // Immich and Lychee compare exiftool's ContentIdentifier or MediaGroupUUID as text; PhotoPrism goes by stems first.
    case .identifiersEqual:
      Terms(
        12, "still and movie name the same pair", expects: "equal, byte for byte",
        refusedBy: Consumer.players.union([.immich, .nextcloudMemories, .lychee]), doubtedBy: [.photoPrism])
    case .shape:
      Terms(13, "still and movie stand alike", expects: "both upright or both wide, the same aspect within 2 %")
    case .likeness:
      Terms(14, "the picture at the still time looks like the still", expects: "likeness of 0.50 or more")
    case .readersAgree:
      Terms(
        15, "another reader sees the same movie", expects: "length, pictures, codec and identifier as read here",
        doubtedBy: Consumer.applePhotos)
    // Immich cuts so many bytes off the file's end as a video of its own.
    case .announcedVideo:
      Terms(
        16, "the still holds the video that it announces", expects: "no word of a Motion Photo's video, or the video",
        doubtedBy: [.immich, .googlePhotos], isBrokenByWarning: true)
    case .stillDecodes:
      Terms(nil, "the still decodes", expects: "a whole picture", refusedBy: Consumer.players)
    case .stillParts:
      Terms(
        nil, "all that is in the still but its picture is whole",
        expects: "metadata that can be read, and nothing in or behind the still that it does not tell of")
    // PhotoPrism stacks by identifier, too, which is why names alone make it doubtful only.
    case .names:
      Terms(
        nil, "the files have the same name but for the extension", expects: "equal stems", refusedBy: [.ente],
        doubtedBy: [.photoPrism], isBrokenByWarning: true)
    }
  }
}
