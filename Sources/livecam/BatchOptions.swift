import ArgumentParser
import FileStorage
import Glibc
import LivePhotoFiles

/// The options of commands that work on many files.
struct BatchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read paths of files and folders from this file, one a line; - is standard input.", valueName: "list"),
    completion: .file())
  var filesFrom: String?

  @Flag(
    name: [.customShort("0"), .long], help: "The paths of --files-from end with NUL bytes, as find -print0 has them.")
  var null = false

  @OptionGroup var work: WorkOptions

  var jobCount: Int { work.jobCount }
  var resume: String? { work.resume }

  /// Tells whether files are worked on one by one, as the content of folders and lists is.
  func areMany(_ files: [String]) -> Bool {
    filesFrom != nil || resume != nil || files.contains(where: Self.isFolder)
  }

  /// Makes sure that there is something to work on, and that a `name` is that of one photo.
  func check(named files: [String], name: String? = nil, nullIsUsed: Bool = false) throws {
    try check(!null || filesFrom != nil || nullIsUsed, "--null is about --files-from.")
    try check(!files.isEmpty || filesFrom != nil, "Missing expected argument '<files> ...'")
    try check(
      name == nil || !areMany(files), "--name names one photo; leave it out with folders, --files-from and --resume.")
  }

  /// Tells whether a path leads to a folder that is searched, and not to a bundle.
  static func isFolder(_ path: String) -> Bool {
    // What cannot be looked at is told by whoever opens it.
    (try? DiskFiles().kind(of: path)) == .folder && !PairFolder.hasName(path)
  }
}

/// The options for a command's work on many files.
struct WorkOptions: ParsableArguments {
  @Option(help: "For folders and lists: how many photos to work on at once. (default: the number of processors)")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Record finished work in this file, and skip work that it already records.", valueName: "journal"),
    completion: .file())
  var resume: String?

  func validate() throws {
    try check(jobs.map { (1...1024).contains($0) } ?? true, "--jobs: name 1 or more.")
  }

  /// The number of photos that are worked on at once.
  var jobCount: Int { jobs ?? Self.processorCount }

  static var processorCount: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
