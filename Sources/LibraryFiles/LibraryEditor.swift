import ByteCoding
import FileStorage
public import LivePhotoFiles
import MediaCore
public import PhotoLibrary

/// Edits assets of a photo library: what an edit makes becomes the asset's full-size forms, and its originals stay.
public struct LibraryEditor: Sendable {
  /// The library whose assets are edited.
  public let library: PhotoLibrary

  /// Creates an editor of a library's assets.
  public init(of library: PhotoLibrary) { self.library = library }

  /// Makes changes to an asset, as it is shown now; returns remarks, a sentence each. `change` sets in a request what
  /// is to be done, and leaves its files and places as they are. An edit that somebody else makes meanwhile is kept:
  /// this one is then made anew, of what that has left.
  ///
  /// A Live Photo can have all changes. A photo without a movie can be turned, and what tells its place be removed; a
  /// movie can be trimmed and muted, too.
  ///
  /// What the changes were is kept as adjustment data: `description`, such as the words of a command.
  /// - Throws: `PhotosError` when the asset has nothing to edit, or the library cannot be changed; `LivePhotoError`
  ///   when the edit cannot be made. Then the asset is as it was.
  public func edit(
    _ asset: Asset, description: String, progress: ProgressHandler? = nil, change: (inout EditRequest) -> Void
  ) async throws -> [String] {
    guard !library.isReadOnly else { throw PhotosError.readOnly(library) }
    for _ in 1..<Self.mostAttempts {
      let resources = try AssetResource.assetResources(for: asset, in: library)
      do { return try await editOnce(asset, resources, description, progress, change) } catch {
        guard !(error is CancellationError),
          try AssetResource.assetResources(for: asset, in: library).map(\.path) != resources.map(\.path)
        else { throw error }
        // Somebody else's edit came first, and may have removed files while they were read: this one is made of what
        // that has left.
      }
    }
    let resources = try AssetResource.assetResources(for: asset, in: library)
    return try await editOnce(asset, resources, description, progress, change)
  }

  private static let mostAttempts = 5

  private func editOnce(
    _ asset: Asset, _ resources: [AssetResource], _ description: String, _ progress: ProgressHandler?,
    _ change: (inout EditRequest) -> Void
  ) async throws -> [String] {
    func shown(_ types: [ResourceType]) -> AssetResource? {
      types.lazy.compactMap { type in resources.first { $0.type == type } }.first
    }
    let (still, movie) = (shown([.fullSizePhoto, .photo]), shown([.fullSizePairedVideo, .pairedVideo]))
    guard let main = still ?? shown([.fullSizeVideo, .video]) else {
      throw PhotosError(
        .requestNotSupportedForAsset, context: asset.localIdentifier,
        message: "The asset is neither a finished photo nor a movie. 'livecam finish' makes a photo of a proxy.")
    }
    guard main.uniformTypeIdentifier != "com.adobe.raw-image" else {
      throw PhotosError(
        .requestNotSupportedForAsset, context: main.originalFilename,
        message:
          "A raw photo is not edited here. Develop it with another program, and import the picture that this makes.")
    }
    // Of damaged files damaged pictures would be made, with hashes that say that all is well.
    for resource in [main, movie].compactMap({ $0 }) {
      var file = OutgoingFile(resource, try OutgoingFile.open(resource, in: library))
      try file.check()
    }
    let sources = AssetFiles([main, movie].compactMap { $0 }, in: library.environment.files)
    var request = EditRequest(pair: sources.name(of: main))
    change(&request)
    request.partner = movie.map(sources.name(of:))
    // Phones give a still that was edited alone an identifier of its own.
    request.areOfOnePhoto = true
    request.output = library.stagingPath(extension: "edit")
    request.name = FileNames.stem(of: main.originalFilename)
    let intake = LibraryIntake(library)
    defer { intake.discard() }
    let editing = LivePhotoFiles(store: intake, source: sources)
    let (files, notes): ([WrittenFile], [String])
    if movie != nil {
      let report = try await editing.edit(request, progress: progress)
      (files, notes) = (report.files, report.notes)
    } else {
      let edited = try await editing.editAlone(request)
      (files, notes) = ([edited.file], edited.notes)
    }
    let places = files.compactMap { file in intake.take(file.path).map { (file, $0) } }
    // For a revert, which is to bring it back whoever had said it.
    let place = request.removesLocation ? asset.location.map { Self.placeMark + Self.text(of: $0) + "\n" } : nil
    let words = description.split(whereSeparator: \.isNewline).joined(separator: " ")
    let steps = try steps(of: resources) + words + "\n" + (place ?? "")
    let movieForm = still == nil ? ResourceType.fullSizeVideo : .fullSizePairedVideo
    try LibraryDraft.setContentEdits(
      places.map { ($0.0.role == .still ? .fullSizePhoto : movieForm, $0.1, FileNames.name(of: $0.0.path)) },
      adjustments: Array(steps.utf8), of: asset, basis: resources, in: library)
    return notes
  }

  /// Stands before the place that an asset had in the library when its location was removed.
  private static let placeMark = "place "

  private static func text(of place: GeoLocation) -> String {
    [place.latitudeDegrees, place.longitudeDegrees, place.altitudeMeters].compactMap { $0.map { "\($0)" } }
      .joined(separator: ",")
  }

  /// Takes back what was edited of an asset in the library, its date and place included, or if that is nothing, the
  /// edits that it came with; returns remarks, a sentence each. A place that `removesLocation` has removed is there
  /// again, be it the file's or one that was set; if another has been set since, the one that the asset came with.
  /// - Throws: `PhotosError` 3306 when the asset has not been edited, and when the library cannot be changed.
  public func revert(_ asset: Asset) throws -> [String] {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    // Without its record an edit is taken back all the same.
    let lines = ((try? steps(of: resources)) ?? "").split(separator: "\n")
    let removed = lines.compactMap { line -> GeoLocation? in
      guard line.hasPrefix(Self.placeMark) else { return nil }
      let numbers = line.dropFirst(Self.placeMark.count).split(separator: ",").compactMap { Double($0) }
      guard numbers.count >= 2 else { return nil }
      return GeoLocation(
        latitudeDegrees: numbers[0], longitudeDegrees: numbers[1], altitudeMeters: numbers.count > 2 ? numbers[2] : nil)
    }.last
    let origin = asset.origin
    let place = asset.location == nil && removed != nil ? removed : origin.map(\.location) ?? asset.location
    let date = origin?.date ?? asset.creationDate
    let (isOtherDate, isOtherPlace) = (date != asset.creationDate, place != asset.location)
    // What it came with stays as long as there is something else to take back.
    let isDescribed = isOtherDate || isOtherPlace
    let hasOwnForms = resources.contains { $0.type == .adjustmentData && !isOfOtherProgram($0) }
    try library.performChangesAndWait { [library] in
      if hasOwnForms || !isDescribed { AssetChangeRequest.revertAssetContent(of: asset, in: library) }
      guard isDescribed else { return }
      let request = AssetChangeRequest(for: asset, in: library)
      if isOtherDate { request.creationDate = date }
      if isOtherPlace { request.location = place }
    }
    return [
      isOtherDate ? date.map { "its date is again what it was: \($0.localString())" } : nil,
      isOtherPlace
        ? "its place is again what it was: "
          + (place.map { "\($0.latitudeDegrees), \($0.longitudeDegrees)" } ?? "none") : nil,
    ].compactMap { $0 }
  }

  /// The words on what was done before, a line each.
  private func steps(of resources: [AssetResource]) throws -> String {
    guard let history = resources.first(where: { $0.type == .adjustmentData }) else { return "" }
    // Other programs' are in forms of their own.
    if isOfOtherProgram(history) {
      return "edits of another program, \(history.originalFilename)\n"
    }
    return String(decoding: try library.open(history).allBytes(), as: UTF8.self)
  }

  private func isOfOtherProgram(_ history: AssetResource) -> Bool {
    FileNames.fileExtension(of: history.originalFilename) == "aae"
  }
}
