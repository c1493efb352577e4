// swift-tools-version: 6.2
import PackageDescription

// Every target is held to the same language settings. Warnings are errors in a debug build, which is a developer's and
// the test command's; a user's release build with a newer compiler is not stopped by its new warnings.
let strictness: [SwiftSetting] = [.treatAllWarnings(as: .error, .when(configuration: .debug))]

let memberImports = "MemberImportVisibility"

func settings(without feature: String? = nil) -> [SwiftSetting] {
  ["ExistentialAny", memberImports, "InternalImportsByDefault"].filter { $0 != feature }
    .map { .enableUpcomingFeature($0) } + strictness
}

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], without feature: String? = nil,
  cxxSettings: [CXXSetting] = [], linkerSettings: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, cxxSettings: cxxSettings,
    swiftSettings: settings(without: feature),
    linkerSettings: linkerSettings)
}

// A library of C alone does without Swift's start-up code, which would bring the whole runtime along.
let withoutRuntime: [LinkerSetting] = [.unsafeFlags(["-nostartfiles"])]

// A program that no library is loaded into that asks for its symbols: their names, the addresses that are set when it
// starts, the tables for exceptions, which nothing in it throws, and functions that are equal take less room or none.
let compact: LinkerSetting = .unsafeFlags(
  [
    "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    "-Xlinker", "--no-eh-frame-hdr", "-Xlinker", "--icf=all", "-Xlinker", "-T", "-Xlinker",
    Context.packageDirectory + "/Configs/without-unwinding.ld",
  ],
  .when(configuration: .release))

// A module whose work is done in those below it.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// Debian's OpenCV comes without a file for pkg-config in its smaller packages.
let openCVHeaders: [CXXSetting] = [.unsafeFlags(["-isystem", "/usr/include/opencv4"])]
let openCVLibraries = ["core", "imgproc", "video", "calib3d"].map { LinkerSetting.linkedLibrary("opencv_\($0)") }

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: ["TestSupport"] + dependencies, exclude: exclude, resources: resources,
    swiftSettings: settings())
}

// The fuzzer has no main function of its own and links only with `--sanitize fuzzer`: Scripts/fuzz asks for it.
let fuzzer: [Target] =
  Context.environment["LIVECAM_FUZZER"] == nil
  ? []
  : [
    .executableTarget(
      name: "Fuzzer", dependencies: ["FuzzedReaders"], path: "Tests/Fuzz/Fuzzer",
      swiftSettings: settings() + [.unsafeFlags(["-parse-as-library"])])
  ]

// `LIVECAM_TESTS=LiveCaptureTests,FrameRingTests` leaves the other tests' targets out, so that a developer who changes
// one module builds and links only what tries it. Scripts/test sets it for the parts that it is asked for.
let chosenTests = Context.environment["LIVECAM_TESTS"].map { Set($0.split(separator: ",").map(String.init)) }

func isWanted(_ target: Target) -> Bool {
  guard let chosenTests, target.type == .test else { return true }
  return chosenTests.contains(target.name)
}

let targets: [Target] = [
  // C libraries and plain values. Configs/layers.json says on which floor each target stands.
  .systemLibrary(name: "CLinux"),
  .systemLibrary(name: "CSwiftRuntime"),
  .systemLibrary(name: "CV4L2", providers: [.apt(["libv4l-dev"])]),
  .systemLibrary(name: "CALSA", providers: [.apt(["libasound2-dev"])]),
  .systemLibrary(name: "CX264", providers: [.apt(["libx264-dev"])]),
  .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
  .systemLibrary(name: "CYuv", providers: [.apt(["libyuv-dev"])]),
  .systemLibrary(name: "CSampleRate", providers: [.apt(["libsamplerate0-dev"])]),
  .systemLibrary(name: "CAVCodec", providers: [.apt(["libavcodec-dev"])]),
  .systemLibrary(name: "CVOAACEnc", providers: [.apt(["libvo-aacenc-dev"])]),
  .systemLibrary(name: "CX265", providers: [.apt(["libx265-dev"])]),
  .systemLibrary(name: "CHEIF", providers: [.apt(["libheif-dev"])]),
  .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
  .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
  .systemLibrary(name: "CLCMS", providers: [.apt(["liblcms2-dev"])]),
  .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
  .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
  .systemLibrary(name: "CFFmpeg", providers: [.apt(["libavformat-dev", "libswscale-dev", "libswresample-dev"])]),
  .systemLibrary(name: "CXXHash", providers: [.apt(["libxxhash-dev"])]),
  .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
  .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
  .systemLibrary(name: "CPQ", providers: [.apt(["libpq-dev"])]),
  .systemLibrary(name: "CCUPS", providers: [.apt(["libcups2-dev"])]),
  .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
  .systemLibrary(name: "CPangoCairo"),
  .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  // What `livecam emulate` loads into other programs: nothing links it.
  module("CaptureShim", linkerSettings: withoutRuntime),
  // The files of the booth's pages, embedded.
  module("KioskPages"),
  // OpenCV, for VideoCoding to open when points are to be followed: nothing links it either.
  module("PictureTracking", cxxSettings: openCVHeaders, linkerSettings: withoutRuntime + openCVLibraries),
  module("MediaCore"),
  module("ByteCoding"),
  module("Hashing", ["CNettle"]),
  // The system, rules and measures, boxes, the frames' store and device roles.
  module("SystemCalls", ["MediaCore", "ByteCoding", "CLinux"]),
  module("Diagnostics", ["MediaCore"]),
  module("FrameRing", ["MediaCore"]),
  module("ISOBoxes", ["MediaCore", "ByteCoding"]),
  module("CaptureDevices", ["MediaCore"]),
  // Files, codecs and movies.
  module("FileStorage", ["MediaCore", "ByteCoding", "SystemCalls"]),
  module("OutsidePrograms", ["SystemCalls", "CLinux"]),
  module(
    "VideoCoding",
    ["MediaCore", "SystemCalls", "Diagnostics", "CX264", "CX265", "CTurboJPEG", "CYuv"]),
  module("AudioCoding", ["MediaCore", "SystemCalls", "CAVCodec", "CVOAACEnc", "CSampleRate"]),
  module("MovieCoding", ["MediaCore", "ByteCoding", "ISOBoxes"]),
  // Stills, everybody else's files, and this machine's devices.
  module(
    "StillCoding",
    [
      "MediaCore", "ByteCoding", "SystemCalls", "ISOBoxes", "VideoCoding", "CHEIF", "CPNG", "CWebP", "CLCMS", "CExpat",
      "CZlib",
    ]),
  module("ForeignMedia", ["MediaCore", "ByteCoding", "SystemCalls", "VideoCoding", "CFFmpeg"]),
  // Two C modules that both declare libc's structures: which of them a member comes from depends on the build.
  module(
    "LinuxDevices", ["MediaCore", "SystemCalls", "Diagnostics", "CaptureDevices", "CV4L2", "CALSA", "CLinux"],
    without: memberImports),
  // Simulated devices, the capture session, and Live Photos as files.
  module("Simulator", ["MediaCore", "ByteCoding", "SystemCalls", "FileStorage", "CaptureDevices"]),
  module(
    "LiveCapture",
    ["MediaCore", "ByteCoding", "Diagnostics", "FrameRing", "FileStorage", "CaptureDevices", "MovieCoding"]),
  module(
    "LivePhotoFiles",
    [
      "MediaCore", "ByteCoding", "SystemCalls", "ISOBoxes", "FileStorage", "VideoCoding", "AudioCoding", "StillCoding",
      "MovieCoding", "ForeignMedia", "Hashing", "CXXHash", "CZlib",
    ]),
  module(
    "PhotoLibrary",
    [
      "MediaCore", "ByteCoding", "Diagnostics", "ISOBoxes", "FileStorage", "SystemCalls", "StillCoding", "MovieCoding",
      "Hashing", "CSQLite",
    ]),
  // Pictures laid out on one.
  module(
    "PictureTemplates",
    ["MediaCore", "ByteCoding", "SystemCalls", "FileStorage", "VideoCoding", "CPangoCairo", "CZlib"]),
  // Printers.
  module("Printing", ["MediaCore", "SystemCalls", "CCUPS"]),
  // Fills the roles of LiveCapture.
  module(
    "CaptureCodecs",
    ["MediaCore", "ByteCoding", "Diagnostics", "VideoCoding", "AudioCoding", "StillCoding", "LiveCapture"]),
  // A series of photos.
  module(
    "Shooting",
    ["MediaCore", "ByteCoding", "Diagnostics", "SystemCalls", "FileStorage", "CaptureDevices", "LiveCapture"]),
  // The catalogue of a photo library on a server.
  module("LibraryPostgreSQL", ["MediaCore", "FileStorage", "SystemCalls", "PhotoLibrary", "CPQ"]),
  // Originals of a photo library in an S3-compatible store.
  module(
    "OriginalsS3",
    ["MediaCore", "ByteCoding", "Hashing", "FileStorage", "SystemCalls", "PhotoLibrary", "CCurl", "CExpat"]),
  // Captures into a photo library.
  module(
    "LibraryCapture", ["MediaCore", "FileStorage", "LiveCapture", "PhotoLibrary", "Shooting"]),
  // Other people's files into a photo library, and out of it.
  module(
    "LibraryFiles",
    [
      "MediaCore", "ByteCoding", "Hashing", "FileStorage", "StillCoding", "MovieCoding", "LivePhotoFiles",
      "PhotoLibrary",
    ]),
  // Devices recorded as fixtures, and made of other people's movies.
  module(
    "Fixtures",
    [
      "MediaCore", "ByteCoding", "SystemCalls", "ISOBoxes", "FileStorage", "CaptureDevices", "VideoCoding",
      "MovieCoding", "Simulator", "CXXHash",
    ]),
  module(
    "ForeignDevices",
    [
      "MediaCore", "ByteCoding", "FileStorage", "CaptureDevices", "VideoCoding", "ForeignMedia", "Simulator",
      "Fixtures",
    ]),
  // What a machine has and lacks.
  module(
    "Checkup",
    [
      "MediaCore", "SystemCalls", "FileStorage", "OutsidePrograms", "CaptureDevices", "LinuxDevices", "LiveCapture",
      "Simulator", "ForeignMedia",
    ]),
  // What joins them, and what tests import.
  module(
    "Station",
    [
      "MediaCore", "ByteCoding", "Diagnostics", "FileStorage", "CaptureDevices", "LinuxDevices", "Simulator",
      "LiveCapture", "Fixtures", "Shooting", "CaptureCodecs", .product(name: "Logging", package: "swift-log"),
    ]),
  // The booth.
  module(
    "Booth",
    [
      "MediaCore", "ByteCoding", "Diagnostics", "SystemCalls", "FileStorage", "VideoCoding", "StillCoding",
      "MovieCoding", "ForeignMedia", "CaptureDevices", "LiveCapture", "LivePhotoFiles", "Printing", "PictureTemplates",
      "PhotoLibrary", "Shooting", "LibraryCapture", "LibraryFiles", "KioskWeb", "Station",
    ]),
  // The booths of a fleet, and a broker.
  module("BoothMQTT", ["MediaCore", "SystemCalls", "KioskWeb", "CMosquitto"]),
  // What an app's tests import: no codec, and no library but the system's own.
  module(
    "CaptureScripts",
    [
      "MediaCore", "ByteCoding", "Diagnostics", "FileStorage", "CaptureDevices", "LiveCapture", "Simulator",
      "CSwiftRuntime",
    ]),
  module(
    "LiveCaptureTesting",
    ["MediaCore", "Diagnostics", "FileStorage", "CaptureDevices", "LiveCapture", "Simulator", "CaptureScripts"]),
  // What looks into files, and makes them: real codecs.
  module(
    "LivePhotoTesting",
    [
      "MediaCore", "ByteCoding", "FileStorage", "CaptureDevices", "StillCoding", "MovieCoding", "LiveCapture",
      "Simulator", "CaptureScripts", "LiveCaptureTesting", "CaptureCodecs",
    ]),
  // Scripts as files, with everything that they can ask for.
  module(
    "ScriptFiles",
    [
      "MediaCore", "ByteCoding", "ISOBoxes", "VideoCoding", "StillCoding", "MovieCoding", "LiveCapture", "Simulator",
      "Fixtures", "ForeignDevices", "CaptureScripts", "CaptureCodecs", "CYAML",
    ]),
  // The booth's pages over HTTP.
  module(
    "KioskWeb",
    [
      "MediaCore", "ByteCoding", "Hashing", "KioskPages", .product(name: "FlyingSocks", package: "FlyingFox"),
      "CQREncode",
    ],
    exclude: ["Pages"]),
  // The command.
  .executableTarget(
    name: "livecam",
    dependencies: [
      "MediaCore", "Diagnostics", "FileStorage", "CaptureDevices", "LiveCapture", "LivePhotoFiles", "LinuxDevices",
      "Simulator", "Station", "ByteCoding", "SystemCalls",
      .product(name: "ArgumentParser", package: "swift-argument-parser"), "Fixtures", "ForeignDevices",
      "CaptureScripts", "ScriptFiles", "OutsidePrograms", "Shooting", .product(name: "Logging", package: "swift-log"),
      "PhotoLibrary", "LibraryCapture", "LibraryFiles", "LibraryPostgreSQL",
      "OriginalsS3", "Checkup", "Printing", "KioskWeb", "Booth", "BoothMQTT",
    ],
    swiftSettings: settings() + small,
    linkerSettings: [compact]),
  // What all tests may use: programs of others as judges, temporary folders, random numbers that repeat.
  .target(
    name: "TestSupport", dependencies: ["MediaCore"], path: "Tests/TestSupport", swiftSettings: settings()),
  tests("TestSupportTests", ["MediaCore"]),
  // What judges captures of the simulated scene by what ffmpeg makes of their files.
  .target(
    name: "SceneJudging",
    dependencies: ["MediaCore", "VideoCoding", "LiveCapture", "Simulator", "OutsidePrograms", "TestSupport"],
    path: "Tests/SceneJudging", swiftSettings: settings()),
  // What tests and benchmarks of captures share.
  .target(
    name: "CaptureSupport",
    dependencies: ["MediaCore", "CaptureDevices", "LiveCapture", "Simulator", "CaptureScripts", "LiveCaptureTesting"],
    path: "Tests/CaptureSupport", swiftSettings: settings()),
  tests("ArchitectureTests", []),
  tests("MediaCoreTests", ["MediaCore"]),
  tests("DiagnosticsTests", ["Diagnostics", "MediaCore"]),
  tests("ByteCodingTests", ["ByteCoding"]),
  tests("ISOBoxesTests", ["ISOBoxes", "ByteCoding", "MediaCore"]),
  tests("VideoCodingTests", ["VideoCoding", "MediaCore", "CX265"]),
  tests("AudioCodingTests", ["AudioCoding", "MediaCore"]),
  tests("CaptureDevicesTests", ["CaptureDevices", "MediaCore"]),
  tests("FileStorageTests", ["FileStorage", "SystemCalls", "ByteCoding", "MediaCore"]),
  tests("StillCodingTests", ["StillCoding", "ByteCoding", "ISOBoxes", "MediaCore", "VideoCoding"]),
  tests(
    "MovieCodingTests",
    ["MovieCoding", "StillCoding", "FileStorage", "ISOBoxes", "ByteCoding", "MediaCore"]),
  tests(
    "ForeignMediaTests",
    ["ForeignMedia", "AudioCoding", "VideoCoding", "MovieCoding", "ByteCoding", "MediaCore", "CZlib"]),
  tests(
    "LivePhotoFilesTests",
    [
      "LivePhotoFiles", "ForeignMedia", "StillCoding", "MovieCoding", "AudioCoding", "VideoCoding", "FileStorage",
      "ISOBoxes", "ByteCoding", "MediaCore", "Simulator", "SystemCalls",
    ]),
  tests(
    "PhotoLibraryTests",
    [
      "PhotoLibrary", "LibraryPostgreSQL", "OriginalsS3", "Simulator", "MovieCoding", "StillCoding", "VideoCoding",
      "FileStorage",
      "ByteCoding", "Hashing",
      "Diagnostics", "MediaCore", "LiveCapture", "LiveCaptureTesting",
      "CaptureCodecs", "CaptureScripts", "CaptureSupport",
    ]),
  // Counts allocations by standing in for malloc, in the test program alone.
  .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
  tests("FrameRingTests", ["FrameRing", "MediaCore", "AllocationCounter"]),
  tests(
    "LiveCaptureTests",
    [
      "LiveCapture", "LiveCaptureTesting", "FileStorage", "Simulator", "FrameRing", "CaptureDevices", "StillCoding",
      "VideoCoding", "Diagnostics", "MediaCore", "AllocationCounter", "AudioCoding", "ScriptFiles", "LivePhotoTesting",
      "SceneJudging", "CaptureScripts", "CaptureCodecs", "CaptureSupport", "MovieCoding",
    ]),
  tests(
    "ShootingTests",
    [
      "Shooting", "livecam", "CaptureCodecs", "CaptureScripts", "SceneJudging", "Diagnostics", "LiveCapture",
      "LiveCaptureTesting", "FileStorage", "Simulator", "CaptureDevices",
      "VideoCoding", "MediaCore", "CaptureSupport", "PhotoLibrary", "LibraryCapture", "LivePhotoFiles", "Booth",
      "KioskWeb",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ]),
  tests(
    "LibraryFilesTests",
    [
      "LibraryFiles", "PhotoLibrary", "LivePhotoFiles", "FileStorage", "ByteCoding", "MediaCore", "Simulator",
      "StillCoding", "VideoCoding",
    ]),
  // The README's example, as it is printed there.
  .executableTarget(
    name: "readme-example", dependencies: ["Station", "LibraryCapture"], path: "Tests/ReadmeExample",
    swiftSettings: settings()),
  tests(
    "StationTests",
    [
      "Station", "LiveCapture", "LiveCaptureTesting", "FileStorage", "Simulator", "CaptureDevices", "VideoCoding",
      "Diagnostics", "MediaCore", "Fixtures", "ForeignDevices", "ScriptFiles", "SceneJudging", "CaptureScripts",
      "Shooting", "readme-example", "PhotoLibrary", "LinuxDevices", "CaptureCodecs",
      .product(name: "Logging", package: "swift-log"),
    ]),
  tests(
    "LinuxDevicesTests",
    [
      "CLinux", "LinuxDevices", "CaptureDevices", "Diagnostics", "MediaCore", "LiveCapture", "LiveCaptureTesting",
      "FileStorage", "CV4L2", "CaptureScripts", "CaptureCodecs", "SystemCalls",
    ]),
  tests(
    "CheckupTests",
    [
      "Checkup", "LinuxDevices", "CaptureDevices", "LiveCapture", "CaptureCodecs", "FileStorage", "Simulator",
      "MediaCore", "SystemCalls",
    ]),
  tests(
    "SimulatorTests",
    [
      "Simulator", "CaptureDevices", "MediaCore", "LiveCaptureTesting", "VideoCoding", "FileStorage", "ScriptFiles",
      "SceneJudging", "CaptureScripts", "StillCoding", "CaptureCodecs", "CaptureSupport", "ByteCoding",
    ]),
  tests(
    "FixturesTests",
    [
      "Fixtures", "ForeignDevices", "Simulator", "ByteCoding", "CaptureDevices", "LiveCapture", "MediaCore",
      "LiveCaptureTesting", "StillCoding", "VideoCoding", "FileStorage", "CaptureScripts", "ScriptFiles",
      "LivePhotoTesting", "CaptureCodecs", "CaptureSupport",
    ]),
  tests(
    "LiveCaptureTestingTests",
    [
      "LiveCaptureTesting", "LiveCapture", "FileStorage", "Simulator", "Fixtures", "CaptureDevices", "MediaCore",
      "ByteCoding", "VideoCoding", "StillCoding", "MovieCoding", "OutsidePrograms", "ScriptFiles", "LivePhotoTesting",
      "SceneJudging", "CaptureScripts", "Diagnostics", "CaptureCodecs", "CaptureSupport",
    ],
    // Read where it lies, so that a test can renew it.
    exclude: ["Golden"]),
  tests(
    "KioskWebTests", ["KioskWeb", "ByteCoding", "MediaCore", "Simulator"]),
  tests(
    "BoothTests",
    [
      "Booth", "KioskWeb", "Station", "PhotoLibrary", "LiveCapture", "CaptureDevices", "Simulator", "MediaCore",
      "ByteCoding", "FileStorage", "PictureTemplates", "Printing", "VideoCoding", "SceneJudging", "LibraryCapture",
    ]),
  tests("BoothMQTTTests", ["BoothMQTT", "KioskWeb", "MediaCore", "Simulator"]),
  // What Scripts/bench measures captures with.
  .executableTarget(
    name: "capture-measure",
    dependencies: [
      "MediaCore", "FileStorage", "LinuxDevices", "VideoCoding", "Simulator", "LiveCapture", "LiveCaptureTesting",
      "CaptureSupport", "CaptureScripts", "CaptureDevices", "CaptureCodecs",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ],
    path: "Tests/Bench/CaptureMeasure", swiftSettings: settings()),
  // What Scripts/bench measures several cameras with.
  .executableTarget(
    name: "camera-measure",
    dependencies: [
      "MediaCore", "CaptureDevices", "LiveCapture", "Station",
      .product(name: "ArgumentParser", package: "swift-argument-parser"), "CaptureCodecs",
    ],
    path: "Tests/Bench/CameraMeasure", swiftSettings: settings()),
  // What Scripts/bench measures photo libraries with, and Scripts/soak works on them with.
  .executableTarget(
    name: "library-measure",
    dependencies: [
      "MediaCore", "FileStorage", "LinuxDevices", "PhotoLibrary", "LibraryPostgreSQL", "OriginalsS3",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ],
    path: "Tests/Bench/LibraryMeasure", swiftSettings: settings()),
  // What the fuzzer calls, and its inputs as tests.
  .target(
    name: "FuzzedReaders",
    dependencies: [
      "ByteCoding", "ISOBoxes", "LivePhotoFiles", "MediaCore", "MovieCoding", "StillCoding", "VideoCoding",
    ], path: "Tests/Fuzz/FuzzedReaders",
    swiftSettings: settings()),
  tests("FuzzCorpusTests", ["FuzzedReaders"]),
]

let package = Package(
  name: "livecam",
  products: [
    .executable(name: "livecam", targets: ["livecam"]),
    .library(name: "Booth", targets: ["Station", "PhotoLibrary", "Printing", "PictureTemplates", "KioskWeb", "Booth"]),
    .library(name: "BoothMQTT", targets: ["KioskWeb", "BoothMQTT"]),
    .library(
      name: "LiveCapture",
      targets: ["MediaCore", "Diagnostics", "FileStorage", "CaptureDevices", "LiveCapture"]),
    .library(name: "CaptureCodecs", targets: ["CaptureCodecs"]),
    .library(name: "Station", targets: ["LiveCapture", "Shooting", "Station"]),
    .library(name: "Simulator", targets: ["Simulator"]),
    .library(name: "Fixtures", targets: ["Fixtures"]),
    .library(name: "ForeignDevices", targets: ["ForeignDevices"]),
    .library(name: "LinuxDevices", targets: ["LinuxDevices"]),
    .library(name: "LivePhotoFiles", targets: ["MediaCore", "FileStorage", "LivePhotoFiles"]),
    .library(name: "PhotoLibrary", targets: ["MediaCore", "Diagnostics", "FileStorage", "PhotoLibrary"]),
    .library(name: "LibraryPostgreSQL", targets: ["PhotoLibrary", "LibraryPostgreSQL"]),
    .library(name: "OriginalsS3", targets: ["PhotoLibrary", "OriginalsS3"]),
    .library(name: "LibraryFiles", targets: ["PhotoLibrary", "LivePhotoFiles", "LibraryFiles"]),
    .library(name: "LibraryCapture", targets: ["PhotoLibrary", "Shooting", "LibraryCapture"]),
    .library(name: "CaptureScripts", targets: ["CaptureScripts"]),
    .library(name: "ScriptFiles", targets: ["CaptureScripts", "ScriptFiles"]),
    .library(name: "LiveCaptureTesting", targets: ["LiveCaptureTesting"]),
    .library(name: "LivePhotoTesting", targets: ["LivePhotoTesting"]),
    .library(name: "CaptureShim", type: .dynamic, targets: ["CaptureShim"]),
    .library(name: "PictureTracking", type: .dynamic, targets: ["PictureTracking"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: (targets + fuzzer).filter(isWanted),
  swiftLanguageModes: [.v6]
)
