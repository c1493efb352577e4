/// The parts of an asset that files are. Stands for `PHAssetResourceType`.
public enum ResourceType: Int, Sendable, Hashable, CaseIterable {
  /// The photo.
  case photo = 1
  /// The movie of a video asset.
  case video = 2
  /// The sound of an audio asset.
  case audio = 3
  /// The same photo in another form, such as raw beside JPEG.
  case alternatePhoto = 4
  /// The photo after edits.
  case fullSizePhoto = 5
  /// The movie after edits.
  case fullSizeVideo = 6
  /// The data that describes the edits.
  case adjustmentData = 7
  /// The photo as it was before edits of another program.
  case adjustmentBasePhoto = 8
  /// The movie of a Live Photo.
  case pairedVideo = 9
  /// The movie of a Live Photo after edits.
  case fullSizePairedVideo = 10
  /// The movie of a Live Photo as it was before edits of another program.
  case adjustmentBasePairedVideo = 11
  /// The movie as it was before edits of another program.
  case adjustmentBaseVideo = 12
  /// The proxy of a photo that is still being processed: a file with the mark `DeferredPhotoProxy` of StillCoding.
  case photoProxy = 19
  /// The file that photo and paired video were taken out of, as it came: a Motion Photo, or an archive.
  case importedFile = 101
  /// The photo as it came, where it lacked something that a Live Photo needs.
  case importedPhoto = 102
  /// The paired video as it came, where it lacked something that a Live Photo needs.
  case importedPairedVideo = 103

  /// Indicates whether the resource is an edited form, which a revert removes.
  var isEdit: Bool {
    switch self {
    case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentData, .adjustmentBasePhoto,
      .adjustmentBasePairedVideo, .adjustmentBaseVideo:
      true
    case .photo, .video, .audio, .alternatePhoto, .pairedVideo, .photoProxy, .importedFile, .importedPhoto,
      .importedPairedVideo:
      false
    }
  }

  /// Indicates whether the resource is a file as it came, of which a part of the asset was made.
  package var isImported: Bool { content == .asItCame }

  enum Content {
    case still, movie, sound, data, asItCame
  }

  var content: Content {
    switch self {
    case .photo, .alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .photoProxy: .still
    case .video, .fullSizeVideo, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo, .adjustmentBaseVideo:
      .movie
    case .audio: .sound
    case .adjustmentData: .data
    case .importedFile, .importedPhoto, .importedPairedVideo: .asItCame
    }
  }

  /// Returns whether an asset can be made of exactly these parts, each at most once.
  ///
  /// A photo, a proxy, or a video; a Live Photo has a paired video besides. Edited, original and alternative forms
  /// may accompany what they are forms of. Sound alone cannot be added.
  static func isAsset(_ types: [ResourceType]) -> Bool {
    let set = Set(types)
    guard set.count == types.count, set.intersection([.photo, .photoProxy, .video]).count == 1 else { return false }
    var allowed: Set<ResourceType> = [.adjustmentData]
    if set.contains(.video) {
      allowed.formUnion([.video, .fullSizeVideo, .adjustmentBaseVideo])
    } else {
      allowed.formUnion([.photo, .photoProxy, .pairedVideo])
      // A proxy is replaced before anybody edits it.
      if set.contains(.photo) { allowed.formUnion([.alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto]) }
      if set.contains(.photo), set.contains(.pairedVideo) {
        allowed.formUnion([
          .fullSizePairedVideo, .adjustmentBasePairedVideo, .importedFile, .importedPhoto, .importedPairedVideo,
        ])
      }
    }
    return set.isSubset(of: allowed)
  }
}
