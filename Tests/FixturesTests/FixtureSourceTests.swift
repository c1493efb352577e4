import ByteCoding
import FileStorage
import Fixtures
import MediaCore
import Simulator
import TestSupport
import Testing

/// Bundles that lie elsewhere than on the disk.
@Suite struct FixtureSourceTests {
  private let bench: FixtureBench
  private let memory = MemoryFiles()
  private let path = "roll/scene.livecam"

  init() throws {
    bench = try FixtureBench()
    try bench.recordScene(settings: SceneSettings(timestampJitter: .milliseconds(2)))
    for name in try DiskFiles().names(in: bench.path) {
      try memory.create("\(path)/\(name)", bench.folder.read("scene.livecam/" + name))
    }
  }

  /// A disk that fails where it is to, within every file.
  private struct FailingFiles: FileSource {
    private struct Bytes: ByteSource {
      let bytes: FileBytes
      let fault: Int
      var name: String { bytes.name }
      var count: Int { bytes.count }
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
        if (offset..<offset + buffer.count).contains(fault) {
          throw ByteError(.unreadable, position: fault, message: "the disk failed.")
        }
        try bytes.read(at: offset, into: buffer)
      }
    }

    let files: MemoryFiles
    let fault: Int
    func open(_ path: String) throws(FileStoreError) -> FileBytes {
      FileBytes(Bytes(bytes: try files.open(path), fault: fault))
    }
    func exists(_ path: String) -> Bool { files.exists(path) }
    func kind(of path: String) throws(FileStoreError) -> PathKind { try files.kind(of: path) }
    func names(in folder: String) throws(FileStoreError) -> [String] { try files.names(in: folder) }
  }

  private func failure(_ path: String, _ files: any FileSource) -> FixtureError? {
    #expect(throws: FixtureError.self) {
      try FixtureCatalog(path: path, clock: VirtualClock(), files: files)
    }
  }

  @Test("a bundle in memory replays as it does from the disk")
  func memoryReplay() throws {
    let disk = try FixtureReplay(bench.path, duration: .milliseconds(1999))
    let replay = try FixtureReplay(path + "/", duration: .milliseconds(1999), files: memory)
    #expect(disk.videoLog.count > 50 && replay.videoLog == disk.videoLog)
    #expect(disk.audioLog.count > 50 && replay.audioLog == disk.audioLog)
    #expect(FixtureReader.isBundle(path, of: memory) && !FixtureReader.isBundle(path))
  }

  @Test("what is missing in memory is missing, and a file there is no bundle")
  func missing() throws {
    #expect(failure("roll/none.livecam", memory)?.code == .missing)
    #expect(failure(path + "/manifest.json", memory)?.code == .damaged)
    memory.remove(path + "/footage.mov")
    let missing = failure(path, memory)
    #expect(missing?.code == .missing && missing?.context == path + "/footage.mov")
    #expect(!FixtureReader.isBundle(path, of: memory))
  }

  @Test("a disk that fails under the manifest, the tables or a payload is told of, by the file", arguments: 0..<3)
  func failures(place: Int) throws {
    let footage = try memory.open(path + "/footage.mov").count
    let fault = [1, footage - 1, 40_000][place]
    let failure = self.failure(path, FailingFiles(files: memory, fault: fault))
    let manifest = try memory.open(path + "/manifest.json").count
    #expect(fault == 1 || manifest <= fault, "the fault is the footage's alone")
    #expect(failure?.code == .unreadable)
    #expect(failure?.context == path + (fault == 1 ? "/manifest.json" : "/footage.mov"), "\(failure?.context ?? "")")
    let beneath = failure?.underlying
    #expect("\(beneath.map { "\($0)" } ?? "")".contains("the disk failed"))
  }
}
