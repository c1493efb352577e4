import Glibc
import SystemCalls

extension Folder {
  /// Makes a folder with all that it lies in, and adds to `made` what was not there, outermost first.
  /// - Throws: ``FileStoreError`` about the folder that is at fault; what `made` names by then is there.
  package static func make(_ folder: String, made: inout [String]) throws(FileStoreError) {
    var missing: [String] = []
    var path = folder
    // What cannot be looked at counts as missing: the making of it says why.
    while (try? status(of: path)) == nil, path != ".", path != "/" {
      missing.append(path)
      path = containing(path)
    }
    if let status = try? status(of: path), status.st_mode & S_IFMT != S_IFDIR {  // else the making of the next says why
      throw FileStoreError(path, SystemError("stat", ENOTDIR))
    }
    for path in missing.reversed() {
      if mkdir(path.systemPath, 0o755) == 0 {
        made.append(path)
      } else if errno != EEXIST {
        throw FileStoreError(path, SystemError("mkdir"))
      }
      // Else another process was faster, or a doubled slash names the same folder twice.
    }
  }
}
