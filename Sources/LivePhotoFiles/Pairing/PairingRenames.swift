import FileStorage
import MediaCore

extension FileTree {
  /// Gives files new names in their folder: all of them, or none.
  /// - Throws: ``LivePhotoError`` with `.unwritable`, once those that were renamed have their old names again.
  func rename(all paths: [String], to names: [String]) throws(LivePhotoError) {
    var done: [(old: String, new: String)] = []
    for (old, new) in zip(paths, names) where FileNames.name(of: old) != FileNames.name(of: new) {
      do throws(FileStoreError) {
        try rename(old, to: new)
        done.append((old, new))
        try syncFolder(FileNames.folder(of: new))
      } catch {
        var note = ""
        for file in done.reversed() {
          // Its old name may have been taken meanwhile. Both halves still carry one identifier: a later run pairs them.
          do throws(FileStoreError) { try rename(file.new, to: file.old) } catch {
            note = " \(file.old) is \(file.new) now."
          }
        }
        throw LivePhotoError(
          .unwritable, context: old, message: "It cannot be renamed to \(FileNames.name(of: new)).\(note)",
          underlying: error)
      }
    }
  }
}
