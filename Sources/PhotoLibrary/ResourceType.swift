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
  /// The photo after edits of another program, as it came, where the asset has been edited anew or reverted since.
  case importedFullSizePhoto = 104
  /// The movie after edits of another program, as it came, where the asset has been edited anew or reverted since.
  case importedFullSizeVideo = 105
  /// The movie of a Live Photo after edits of another program, as it came, where the asset has been edited anew or
  /// reverted since.
  case importedFullSizePairedVideo = 106
  /// The data that describes the edits of another program, where the asset has been edited anew or reverted since.
  case importedAdjustmentData = 107
  /// The data that describes what the camera itself has done to the original, as it came.
  case originalAdjustmentData = 108
  /// The property list of the `.pvt` bundle that photo and paired video came in.
  case bundleData = 109
  /// A file that holds photo and paired video, and came besides them: a Motion Photo, or an archive.
  case fileBeside = 110

  /// Indicates whether the resource is an edited form, which a revert removes.
  package var isEdit: Bool {
    switch self {
    case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentData, .adjustmentBasePhoto,
      .adjustmentBasePairedVideo, .adjustmentBaseVideo:
      true
    case .photo, .video, .audio, .alternatePhoto, .pairedVideo, .photoProxy, .importedFile, .importedPhoto,
      .importedPairedVideo, .importedFullSizePhoto, .importedFullSizeVideo, .importedFullSizePairedVideo,
      .importedAdjustmentData, .originalAdjustmentData, .bundleData, .fileBeside:
      false
    }
  }

  /// The types of movies in videos, with those that they have in Live Photos.
  static let movieForms: [(alone: ResourceType, paired: ResourceType)] = [
    (.video, .pairedVideo), (.fullSizeVideo, .fullSizePairedVideo),
    (.importedFullSizeVideo, .importedFullSizePairedVideo), (.adjustmentBaseVideo, .adjustmentBasePairedVideo),
  ]

  /// Indicates whether the resource is another form of what is a photo or a movie by itself.
  var isOtherForm: Bool { isEdit || shownAgain != nil || accompaniesOriginal }

  /// Indicates whether the resource belongs to the original, and the asset would be the same without it.
  package var accompaniesOriginal: Bool { [.alternatePhoto, .originalAdjustmentData, .bundleData].contains(self) }

  /// Indicates whether the resource describes others, and shows nothing.
  package var isDescription: Bool {
    [.adjustmentData, .importedAdjustmentData, .originalAdjustmentData, .bundleData].contains(self)
  }

  private static let setAsideForms: [(shown: ResourceType, setAside: ResourceType)] = [
    (.fullSizePhoto, .importedFullSizePhoto), (.fullSizeVideo, .importedFullSizeVideo),
    (.fullSizePairedVideo, .importedFullSizePairedVideo), (.adjustmentData, .importedAdjustmentData),
  ]

  /// The type of an edited form of another program's once it is no longer shown; `nil` for what is no such form.
  var setAside: ResourceType? { Self.setAsideForms.first { $0.shown == self }?.setAside }

  /// The type of an edited form that was set aside, when it is shown again; `nil` for what is no such form.
  var shownAgain: ResourceType? { Self.setAsideForms.first { $0.setAside == self }?.shown }

  /// Indicates whether the resource is a file as it came, which is kept beside what is shown in its place.
  package var isImported: Bool { content == .asItCame }

  /// Indicates whether the resource is an original as it came.
  package var isImportedOriginal: Bool { isImported && !isOtherForm }

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
    case .importedFile, .importedPhoto, .importedPairedVideo, .importedFullSizePhoto, .importedFullSizeVideo,
      .importedFullSizePairedVideo, .importedAdjustmentData, .originalAdjustmentData, .bundleData, .fileBeside:
      .asItCame
    }
  }

  /// Returns whether an asset can be made of exactly these parts, each at most once.
  ///
  /// A photo, a proxy, or a video; a Live Photo has a paired video besides. Edited, original and alternative forms
  /// may accompany what they are forms of. Sound alone cannot be added.
  static func isAsset(_ types: [ResourceType]) -> Bool {
    let set = Set(types)
    guard set.count == types.count, set.intersection([.photo, .photoProxy, .video]).count == 1 else { return false }
    var allowed = Set(ResourceType.allCases.filter(\.isDescription))
    if set.contains(.video) {
      allowed.formUnion([.video, .fullSizeVideo, .adjustmentBaseVideo, .importedFullSizeVideo])
    } else {
      allowed.formUnion([.photo, .photoProxy, .pairedVideo])
      // A proxy is replaced before anybody edits it.
      if set.contains(.photo) {
        allowed.formUnion([.alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .importedFullSizePhoto])
      }
      if set.contains(.photo), set.contains(.pairedVideo) {
        allowed.formUnion([
          .fullSizePairedVideo, .adjustmentBasePairedVideo, .importedFile, .importedPhoto, .importedPairedVideo,
          .importedFullSizePairedVideo, .fileBeside,
        ])
      }
    }
    return set.isSubset(of: allowed)
  }
}
