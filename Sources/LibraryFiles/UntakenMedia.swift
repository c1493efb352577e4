import LivePhotoFiles

/// Pictures, movies and archives of kinds that a library does not take, by their names, with what to do.
enum UntakenMedia {
  private static let sounds: Set = ["m4a", "mp3", "wav", "aac", "caf", "aif", "aiff", "flac", "ogg", "opus", "amr"]

  /// Tells whether a file is sound by its name, which may be in a container of movies.
  static func isSound(_ path: String) -> Bool { sounds.contains(FileNames.fileExtension(of: path)) }

  /// Returns a sentence on a file that people would miss in the library; `nil` for other files, such as texts.
  static func words(_ path: String) -> String? {
    switch FileNames.fileExtension(of: path) {
    case "mkv", "webm", "avi", "wmv", "flv", "ts", "mts", "m2ts", "mpg", "mpeg", "vob", "ogv", "asf", "3gp", "3g2":
      "a movie of a kind that the library does not take. Make an .MP4 of it, such as by 'ffmpeg -i FILE -c copy FILE.mp4'"
    case "gif", "bmp", "jxl", "jp2", "psd", "tga", "svg", "heics", "heifs", "tif", "tiff":
      "a picture of a kind that the library does not take. Make a JPEG, HEIC or PNG of it"
    case "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "orf", "raf", "rw2", "pef", "srw", "x3f", "3fr":
      "a camera's raw file of a kind that the library does not take. Make a .DNG of it"
    case let suffix where sounds.contains(suffix):
      "a sound recording: the library takes pictures and movies"
    case "zip", "livp", "tar", "tgz", "gz", "bz2", "xz", "zst", "7z", "rar":
      "an archive that the library does not look into. Unpack it, and import the folder that comes out"
    case "jpg", "jpeg", "jpe", "heic", "heif", "hif", "png", "webp", "avif", "mov", "qt", "mp4", "m4v":
      "its name is that of a picture or a movie, and its bytes are not. Get it anew from where it came"
    default: nil
    }
  }
}
