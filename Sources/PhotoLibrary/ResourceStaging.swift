import ByteCoding
import FileStorage
import FoundationEssentials
import Hashing
import MediaCore
import StillCoding
import Synchronization

/// Brings the files of new assets into the library's folder, and looks at them there: what has been looked at can no
/// longer be changed by whoever gave it.
struct ResourceStaging {
  let folder: LibraryFolder
  let environment: LibraryEnvironment
  /// Tells whether a path is that of a file which the library has staged, and may be taken as it is.
  let isStaged: (String) -> Bool
  /// The hash of a staged file, if it is known.
  private let takeHash: (String) -> String?
  private let keepHash: (String, String) -> Void
  /// Files that the library had staged before, by the paths that they had, with those that they have now, and their
  /// hashes.
  private var taken: [(old: String, new: String, hash: String)] = []
  /// Every file made so far, in case they must go again.
  private(set) var made: [String] = []
  /// New assets by their identifiers.
  private(set) var assets: [String: StagedAsset] = [:]
  /// Files for assets that are there, by their operation's place among all.
  private(set) var additions: [Int: [StagedResource]] = [:]

  init(_ library: PhotoLibrary) {
    (folder, environment, isStaged) = (library.folder, library.environment, library.isStaged)
    takeHash = { path in library.stagedHashes.withLock { $0.removeValue(forKey: path) } }
    keepHash = { path, hash in library.stagedHashes.withLock { $0[path] = hash } }
  }

  /// The old paths of files that are to go once the change has been made.
  var moved: [String] {
    resources.compactMap(\.movedFrom)
  }

  /// Everything that has been staged.
  var resources: [StagedResource] { assets.values.flatMap(\.resources) + additions.values.flatMap { $0 } }

  /// Stages everything that a change brings into the library.
  /// - Throws: ``PhotosError``; files that have been made are in ``made``.
  mutating func stage(_ operations: [ChangeOperation]) throws(PhotosError) {
    do throws(PhotosError) { try stageAll(operations) } catch {
      giveBack()
      throw error
    }
  }

  /// Gives files that the library had staged before their old paths again, as none of them has become a resource.
  private func giveBack() {
    // What stays is swept when the library is opened again.
    for file in taken where (try? folder.files.rename(file.new, to: file.old)) != nil { keepHash(file.old, file.hash) }
  }

  private mutating func stageAll(_ operations: [ChangeOperation]) throws(PhotosError) {
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .create(let identifier, let drafts, _): assets[identifier] = try stage(drafts, as: identifier)
      case .replaceProxy(let asset, let draft): additions[index] = [try stage(replacement: draft, of: asset)]
      case .edit(let asset, let drafts, _):
        for draft in drafts { additions[index, default: []].append(try stage(draft, of: asset)) }
        try check(StagedAsset(resources: additions[index] ?? []))
      case .giveUp(let asset, _, let record?): additions[index] = [try stage(record, of: asset)]
      default: break
      }
    }
  }

  private mutating func stage(
    _ drafts: [ResourceDraft], as identifier: String
  ) throws(PhotosError) -> StagedAsset {
    let types = drafts.map(\.type)
    let names = types.map { "\($0)" }.joined(separator: " + ")
    guard !types.isEmpty, ResourceType.isAsset(types) else {
      let hasMain = types.contains { [.photo, .photoProxy, .video].contains($0) }
      throw PhotosError(
        hasMain ? .changeNotSupported : .missingResource, context: "new asset",
        message: "No asset can be made of \(types.isEmpty ? "nothing" : names). "
          + "Add a photo, a photo with its paired video, or a video.")
    }
    var resources: [StagedResource] = []
    for draft in drafts { resources.append(try stage(draft, of: identifier)) }
    let asset = StagedAsset(resources: resources)
    try check(asset)
    return asset
  }

  private mutating func stage(replacement draft: ResourceDraft, of asset: String) throws(PhotosError) -> StagedResource
  {
    let resource = try stage(draft, of: asset)
    guard !resource.facts.isProxy else {
      throw PhotosError.invalid(resource.originalFilename, "It is a proxy itself. Give the finished photo.")
    }
    return resource
  }

  private mutating func stage(_ resource: ResourceDraft, of asset: String) throws(PhotosError) -> StagedResource {
    let context = "resource \(resource.type)"
    let name = environment.makeIdentifier()
    let path = folder.session + "/" + name + ".tmp"
    guard LibraryFolder.isName(name) else {
      throw PhotosError(
        .internalError, context: context, message: "The identifiers given to the library are no names of files.")
    }
    made.append(path)
    let (moved, hash): (String?, String)
    switch resource.source {
    case .data(let bytes): (moved, hash) = (nil, try write(ByteRope(bytes), to: path, context))
    case .file(let url): (moved, hash) = try stage(url, at: path, isMoved: resource.options.shouldMoveFile)
    }
    let source = try fileAccess(context) { try folder.files.open(path) }
    let original = originalName(of: resource)
    let facts = try ResourceFacts.read(source, as: resource.type, context: original ?? context)
    try check(resource, facts)
    let stem = String(asset.prefix { $0 != "/" })
    return StagedResource(
      type: resource.type, facts: facts, temporaryPath: path,
      fileName: name + "." + facts.contentType.preferredExtension.lowercased(),
      originalFilename: original ?? stem + "." + facts.contentType.preferredExtension, isNamed: original != nil,
      byteCount: Int64(source.count), sha256: hash, movedFrom: moved)
  }

  /// Writes a file; returns the hash of its bytes, which are read once.
  private func write(_ bytes: ByteRope, to path: String, _ context: String) throws(PhotosError) -> String {
    var hash = SHA256()
    try fileAccess(context) {
      try folder.files.write(path) { write in
        try bytes.write { piece in
          hash.update(piece)
          try write(piece)
        }
      }
    }
    return hash.finish()
  }

  private func hash(of path: String, _ context: String) throws(PhotosError) -> String {
    var hash = SHA256()
    try fileAccess(context) { try ByteRope(folder.files.open(path)).write { hash.update($0) } }
    return hash.finish()
  }

  /// Copies or links a file; returns its path if its name has to go in the end, and its hash.
  private mutating func stage(
    _ url: URL, at path: String, isMoved: Bool
  ) throws(PhotosError) -> (moved: String?, hash: String) {
    guard url.isFileURL else {
      throw PhotosError.invalid(url.absoluteString, "Only files of this machine can be added.")
    }
    let original = url.path
    // A zero would end the path for the system, and name another file.
    guard !original.utf8.contains(0), let found = folder.files.attributes(of: original) else {
      throw PhotosError(.missingResource, context: original, message: "There is no such file. Check its name.")
    }
    if isMoved, isStaged(original) {
      try fileAccess(original) { try folder.files.rename(original, to: path) }
      let known = takeHash(original)
      let hash = if let known { known } else { try hash(of: path, original) }
      taken.append((original, path, hash))
      return (nil, hash)
    }
    if isMoved {
      guard found.isRegular, found.linkCount == 1 else {
        throw PhotosError.invalid(
          original, "A link, or a file with several names, cannot be moved. Have it copied instead.")
      }
      if try fileAccess(original, { try folder.files.link(original, to: path) }) {
        return (original, try hash(of: path, original))
      }
    }
    let source = try fileAccess(original) { try folder.files.open(original) }
    return (isMoved ? original : nil, try write(ByteRope(source), to: path, original))
  }

  /// Returns the name that the client or the file's URL gives, made harmless; `nil` if there is none.
  private func originalName(of resource: ResourceDraft) -> String? {
    var given = resource.options.originalFilename
    if case .file(let url) = resource.source { given = given ?? url.lastPathComponent }
    guard let last = given?.split(separator: "/").last, last != ".", last != ".." else { return nil }
    let scalars = last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    var name = String(String.UnicodeScalarView(scalars))
    while name.utf8.count > 255 { name.removeFirst() }
    return name.isEmpty ? nil : name
  }

  private func check(_ resource: ResourceDraft, _ facts: ResourceFacts) throws(PhotosError) {
    let context = originalName(of: resource) ?? "resource \(resource.type)"
    var names = [resource.options.originalFilename]
    if case .file(let url) = resource.source { names.append(url.lastPathComponent) }
    // A file as it came keeps its name, too.
    for case let name? in names where facts.contentType != .data && !resource.type.isImported {
      guard let suffix = facts.contentType.contradiction(in: name) else { continue }
      throw PhotosError.invalid(
        context,
        "Its name ends in .\(suffix), and it is \(facts.contentType.rawValue). "
          + "Give it the extension .\(facts.contentType.preferredExtension).")
    }
    if let text = resource.options.uniformTypeIdentifier, facts.contentType != .data,
      let kinds = ContentType.kinds(ofIdentifier: text), !kinds.contains(facts.contentType)
    {
      throw PhotosError.invalid(
        context, "It is said to be \(text), and it is \(facts.contentType.rawValue). Leave the type out.")
    }
    if resource.type == .photoProxy, !facts.isProxy {
      throw PhotosError.invalid(
        context,
        "This is no proxy of a deferred photo: its XMP lacks \(ProxyMark.property). "
          + "Add finished photos as the resource photo.")
    }
  }

  private func check(_ asset: StagedAsset) throws(PhotosError) {
    let pairs: [([ResourceType], ResourceType)] = [
      ([.photo, .photoProxy], .pairedVideo), ([.fullSizePhoto, .photo], .fullSizePairedVideo),
      ([.adjustmentBasePhoto, .photo], .adjustmentBasePairedVideo),
    ]
    for (stills, movie) in pairs {
      guard let film = asset.resources.first(where: { $0.type == movie }),
        let photo = stills.lazy.compactMap({ type in asset.resources.first { $0.type == type } }).first
      else { continue }
      guard ResourceFacts.arePair(photo.facts, film.facts) else {
        func text(_ facts: ResourceFacts) -> String { facts.contentIdentifier.map { "\($0.prefix(64))" } ?? "none" }
        throw PhotosError(
          .init(rawValue: environment.profile.pairMismatch.rawValue),
          context: "\(photo.originalFilename) + \(film.originalFilename)",
          message: "Still and movie do not belong together: their content identifiers are \(text(photo.facts)) and "
            + "\(text(film.facts)). Take both halves of the same Live Photo, neither of them re-encoded.")
      }
    }
  }
}
