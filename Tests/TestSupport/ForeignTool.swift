import Dispatch
import Foundation

/// A program that others wrote, by which the files written here are judged.
///
/// A missing one is an error: a test without its judge has not passed. Tests may run any number of them at once.
public struct ForeignTool: Sendable {
  /// What a program left behind.
  public struct Output: Sendable {
    /// Its standard output.
    public let bytes: [UInt8]
    /// Its standard error.
    public let errors: String
    /// Its exit status, or 128 and the number of the signal that ended it.
    public let status: Int32

    /// Its standard output as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The lines of its standard output, without empty ones.
    public var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// The program is missing or has something against its input.
  public struct Failure: Error, CustomStringConvertible {
    /// What is wrong and, for a missing program, what to install.
    public let description: String
  }

  private let name: String
  private let package: String
  /// Whether it is started once for many runs: it takes longer to start than to do what it is asked.
  private let isServed: Bool

  /// The program of that name on the path, which comes with a package of Debian's.
  public init(_ name: String, package: String) { self.init(name, package, isServed: false) }

  private init(_ name: String, _ package: String, isServed: Bool) {
    (self.name, self.package, self.isServed) = (name, package, isServed)
  }

  /// Decodes and encodes pictures and sound.
  public static let ffmpeg = ForeignTool("ffmpeg", "ffmpeg", isServed: true)
  /// Lists what is in a movie.
  public static let ffprobe = ForeignTool("ffprobe", "ffmpeg", isServed: true)
  /// Lists the metadata of pictures and movies.
  public static let exiftool = ForeignTool("exiftool", "libimage-exiftool-perl", isServed: true)
  /// Lists what is in a movie, by another reading than ffmpeg's.
  public static let mediainfo = ForeignTool("mediainfo", package: "mediainfo")
  /// Lists what is in a HEIC or AVIF.
  public static let heifInfo = ForeignTool("heif-info", package: "libheif-examples")
  /// Decodes HEIC and AVIF to PNG or JPEG, turned as they are to be seen.
  public static let heifConvert = ForeignTool("heif-convert", package: "libheif-examples")
  /// Encodes pictures to HEIC and AVIF.
  public static let heifEncoder = ForeignTool("heif-enc", package: "libheif-examples")
  /// Encodes pictures to WebP.
  public static let webpEncoder = ForeignTool("cwebp", package: "webp")
  /// Develops raw stills.
  public static let dcraw = ForeignTool("dcraw", package: "dcraw")
  /// Develops raw stills, by another reading than dcraw's.
  public static let librawDeveloper = ForeignTool("dcraw_emu", package: "libraw-bin")
  /// Develops raw stills and gets their previews out: libraw's own example.
  public static let librawSample = ForeignTool("simple_dcraw", package: "libraw-bin")
  /// Lists what is in raw stills.
  public static let librawIdentifier = ForeignTool("raw-identify", package: "libraw-bin")
  /// Runs scripts.
  public static let python = ForeignTool("python3", package: "python3")
  /// Compiles C.
  public static let compiler = ForeignTool("cc", package: "gcc")

  /// Runs the program to its end, which must be a good one without a word on standard error.
  @discardableResult
  public func run(_ arguments: [String], in folder: TemporaryFolder? = nil) throws -> Output {
    let output = try attempt(arguments, in: folder)
    guard output.status == 0, output.errors.isEmpty else {
      let command = ([name] + arguments).joined(separator: " ")
      throw Failure(description: "\(command): status \(output.status), \(output.errors)")
    }
    return output
  }

  /// What the program prints as JSON: dictionaries and arrays.
  public func json(_ arguments: [String]) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(run(arguments).bytes))
  }

  /// Runs the program to its end, whatever that is.
  ///
  /// `folder` becomes its working directory.
  public func attempt(_ arguments: [String], in folder: TemporaryFolder? = nil) throws -> Output {
    // Files, unlike pipes, take all that comes, and are complete once the program has ended.
    let spool = try TemporaryFolder()
    if isServed {
      let status = try ProgramServer.run(
        try executable().path, arguments, in: folder?.path, output: spool.path("output"), errors: spool.path("errors"))
      return try output(in: spool, status: status)
    }
    // `waitUntilExit` looks only every few hundredths of a second on some threads.
    let end = DispatchSemaphore(value: 0)
    let process = try Process.starting { process in
      process.executableURL = try executable()
      process.arguments = arguments
      if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder.path) }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: spool.write([], as: "output")))
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: spool.write([], as: "errors")))
      process.terminationHandler = { _ in end.signal() }
    }
    end.wait()
    // It returns at once now. Without it Foundation holds the process, with its arguments, for ever.
    process.waitUntilExit()
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return try output(in: spool, status: signal + process.terminationStatus)
  }

  private func output(in spool: TemporaryFolder, status: Int32) throws -> Output {
    Output(
      bytes: try spool.read("output"), errors: String(decoding: try spool.read("errors"), as: UTF8.self), status: status
    )
  }

  /// Where it is; `nil` if it is missing.
  public var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return places.first(where: FileManager.default.isExecutableFile)
  }

  private func executable() throws -> URL {
    guard let path else {
      throw Failure(
        description: "\(name) is not installed, and this test needs it; on Debian it comes with: apt install \(package)"
      )
    }
    return URL(fileURLWithPath: path)
  }
}
