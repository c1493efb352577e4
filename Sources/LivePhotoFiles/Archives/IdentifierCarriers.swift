/// The identifiers found so far, each as a number, with the folder in which each was found first.
struct IdentifierCarriers: Sendable {
  private var folders: [String] = []
  private var firstFolder: [Int: UInt32] = [:]

  /// Notes what a unit carries; returns the first identifier that another one carries, too.
  mutating func note(_ record: FindingRecord) -> RepeatedIdentifier? {
    var repeated: RepeatedIdentifier?
    for identifier in record.carried {
      guard let folder = note(identifier, of: record.path) else { continue }
      repeated = repeated ?? RepeatedIdentifier(path: record.path, identifier: identifier, folder: folder)
    }
    return repeated
  }

  private mutating func note(_ identifier: String, of path: String) -> String? {
    let folder = FileNames.folder(of: path)
    if let known = firstFolder[identifier.hashValue] { return folders[Int(known)] }
    if folders.last != folder { folders.append(folder) }
    firstFolder[identifier.hashValue] = UInt32(clamping: folders.count - 1)
    return nil
  }
}
