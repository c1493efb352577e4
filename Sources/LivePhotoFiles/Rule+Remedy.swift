extension Rule {
  /// A phrase about what to do where the rule is broken; `nil` where files that break it need nothing.
  var remedy: String? {
    switch self {
    case .boxesNest, .sampleTables, .tracksPlay, .times, .decodes, .timedMetadata, .stillDecodes, .stillParts,
      .readersAgree:
      "get another copy of the file, such as from a backup or the phone"
    case .quickTimeContainer, .trackNumbers, .movieIdentifier, .stillTrack, .stillTime, .trackReference, .exif,
      .makerNote, .identifiersEqual, .announcedVideo:
      "'livecam repair' mends what can be mended, if the two belong together"
    case .h264Profile, .formats, .oneVideoTrack, .editLists: "'livecam assemble' makes another movie of it"
    case .stillExtension, .movieExtension: "give it the extension of what it is; 'livecam repair' does"
    case .names: "give both files one name"
    case .dates: "'livecam repair' takes the date that more speaks for; if the camera's clock was wrong, set it"
    case .shape, .likeness: "look at both, whether they belong together"
    }
  }
}
