import ForeignMedia
import SystemCalls

/// A shared library that some work needs, and which the program opens when it comes to that.
struct OptionalLibrary {
  /// The name of the library's file, such as `libpq.so.5`.
  let file: String
  /// The Debian packages that contain the library.
  let packages: String
  /// The work that cannot be done without the library.
  let purpose: String

  /// All libraries but those of encoders, whose findings name them.
  static let all =
    FFmpegFiles.names.map { file in
      // Debian names them by their version: libavformat59.
      let parts = file.split(separator: ".")
      return OptionalLibrary(
        file: file, packages: "\(parts[0])\(parts[parts.count - 1])", purpose: "other people's movies and pictures")
    } + [
      OptionalLibrary(
        file: "libopencv_video.so.406", packages: "libopencv-video406 libopencv-calib3d406", purpose: "long exposures"),
      OptionalLibrary(file: "libde265.so.0", packages: "libde265-0", purpose: "the search for damage in HEIC pictures"),
      OptionalLibrary(
        file: "libpangocairo-1.0.so.0", packages: "libpangocairo-1.0-0", purpose: "words on the booth's templates"),
      OptionalLibrary(file: "libpq.so.5", packages: "libpq5", purpose: "photo libraries on a PostgreSQL server"),
      OptionalLibrary(file: "libcurl.so.4", packages: "libcurl4", purpose: "photo libraries with an S3 store"),
      OptionalLibrary(file: "libmosquitto.so.1", packages: "libmosquitto1", purpose: "booths with an MQTT broker"),
      OptionalLibrary(file: "libqrencode.so.4", packages: "libqrencode4", purpose: "the booth"),
    ]

  func finding(isThere: Bool) -> CheckupFinding {
    isThere
      ? CheckupFinding(.library, .ok, file, "there, for \(purpose)")
      : CheckupFinding(
        .library, .limited, file, "not there; it is needed for \(purpose)", advice: "sudo apt install \(packages)")
  }
}
