import ByteCoding
public import KioskWeb
import LibraryFiles
import LivePhotoFiles
public import MediaCore
import PhotoLibrary
import VideoCoding

extension LibraryPictures {
  /// Gives a picture an effect. A loop or a bounce is another picture, once for each; a long exposure and a key photo
  /// are edits, whose original stays.
  /// - Throws: `WebFailure`, 404 when the picture is gone, 400 for an effect that it cannot be given.
  public func apply(_ effect: KioskEffect, at time: MediaTime?, to id: String) async throws(WebFailure) -> KioskAsset {
    guard try await asset(id).effects.contains(effect) else {
      throw .invalid("effect: this picture cannot be given \(effect.rawValue).")
    }
    let made: String
    do {
      switch effect {
      case .loop: made = try await add(.loop, of: id)
      case .bounce: made = try await add(.bounce, of: id)
      case .exposure: made = try await expose(id)
      case .keyPhoto: made = try await edit(id, Self.keyPhotoWord) { $0.keyTime = time }
      case .original: made = try await revert(id)
      }
    } catch { throw Self.explain(error) }
    return try await asset(made)
  }

  /// The movie of a picture, shown in another way, as another picture; returns its identifier.
  func add(_ kind: LibraryRenditions.Kind, of id: String) async throws -> String {
    let asset = try await working { [self] in try found(id) }
    let stem = try await working { [self] in try name(of: asset) }
    let path = try await rendition(kind, of: asset, named: stem)
    return try await working { [self] in
      var draft = LibraryDraft([.init(.video, at: path, name: "\(stem)_\(kind.rawValue.uppercased()).MP4")])
      draft.creationDate = asset.creationDate
      let added = try LibraryDraft.addAndWait([draft], to: library, skippingDuplicates: true)
      return added.first.map { Self.id(of: $0.localIdentifier) } ?? id
    }
  }

  /// Puts a long exposure of its movie in the place of a picture's still; returns the picture's identifier.
  func expose(_ id: String) async throws -> String {
    try await edit(id, Self.exposureWord) { $0.isLongExposure = true }
  }

  private func edit(
    _ id: String, _ description: String, _ change: @escaping @Sendable (inout EditRequest) -> Void
  ) async throws -> String {
    let asset = try await working { [self] in try found(id) }
    try await heavy.run { [library] in
      _ = try await LibraryEditor(of: library).edit(asset, description: description, change: change)
    }
    return id
  }

  private func revert(_ id: String) async throws -> String {
    let asset = try await working { [self] in try found(id) }
    try await change { AssetChangeRequest.revertAssetContentToOriginal(of: asset, in: $0) }
    return id
  }

  /// The words in an edit's record; `livecam library edit` writes the same, and "key-time".
  private static let (exposureWord, keyPhotoWord) = ("long-exposure", "key-photo")

  /// The effect in place of a picture's own still: a long exposure, unless a key photo was chosen after it.
  func effect(shownBy resources: [AssetResource]) -> KioskEffect? {
    // A record that cannot be read says nothing of what is shown.
    guard let record = resources.first(where: { $0.type == .adjustmentData }),
      let bytes = try? library.open(record).allBytes()
    else { return nil }
    let last = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last { step in
      step.contains(Self.exposureWord) || step.contains("key-")
    }
    return last?.contains(Self.exposureWord) == true ? .exposure : nil
  }

  /// The effects that a picture with these files can be given.
  func effects(on asset: Asset, _ resources: [AssetResource]) -> [KioskEffect] {
    let isEdited = resources.contains { [.fullSizePhoto, .fullSizePairedVideo, .fullSizeVideo].contains($0.type) }
    var effects: [KioskEffect] = asset.isLivePhoto ? [.keyPhoto, .loop, .bounce] : []
    if asset.isLivePhoto, !isEdited, PictureTracker.isAvailable { effects.append(.exposure) }
    return effects + (isEdited ? [.original] : [])
  }
}
