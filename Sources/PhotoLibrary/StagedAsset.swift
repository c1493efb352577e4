/// A new asset of which everything is there, and in order, except that it is not in the database.
struct StagedAsset: Sendable {
  let resources: [StagedResource]

  private func resource(_ type: ResourceType) -> StagedResource? { resources.first { $0.type == type } }

  /// The resource that stands for the asset: its photo, proxy or video. There is one, or it would not have been staged.
  var main: StagedResource? { resource(.photo) ?? resource(.photoProxy) ?? resource(.video) }
  /// The resource that is seen of the asset: edited forms come before original ones.
  var shown: StagedResource? { resource(.fullSizePhoto) ?? resource(.fullSizeVideo) ?? main }
  /// The movie of a Live Photo.
  var pairedVideo: StagedResource? { resource(.pairedVideo) }
  var isVideo: Bool { resource(.video) != nil }

  /// The hashes of its edited forms and of what accompanies its original, by their types: of a form that had to be
  /// changed, also that of the file as it came.
  var forms: [ResourceType: Set<String>] {
    let forms = resources.filter { $0.type.isEdit || $0.type.accompaniesOriginal }
    return Dictionary(grouping: forms, by: \.type).mapValues { forms in
      let cameAs = forms.compactMap(\.type.setAside)
      return Set((forms + resources.filter { cameAs.contains($0.type) }).map(\.sha256))
    }
  }

  /// The identities by which two assets are known to be of the same files: one resource, and the hashes of all that
  /// count. Files as they came give one, and so does what was made of them, as an asset may not have kept the former.
  /// Edited forms and raw photos beside others are no part of it.
  var identities: [(key: StagedResource, hashes: Set<String>)] {
    let originals = resources.filter { !$0.type.isOtherForm }
    let replaced: Set<ResourceType> = originals.reduce(into: []) { replaced, original in
      switch original.type {
      case .importedFile: replaced.formUnion([.photo, .pairedVideo])
      case .importedPhoto: replaced.insert(.photo)
      case .importedPairedVideo: replaced.insert(.pairedVideo)
      default: break
      }
    }
    let sets =
      replaced.isEmpty
      ? [originals]
      : [originals.filter { !replaced.contains($0.type) }, originals.filter { !$0.type.isImported }]
    return sets.compactMap { set in
      let key =
        set.first { $0.type == .importedFile || $0.type == .importedPhoto } ?? set.first { $0.type == main?.type }
      return key.map { ($0, Set(set.map(\.sha256))) }
    }
  }
}
