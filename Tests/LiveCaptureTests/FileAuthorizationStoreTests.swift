import FileStorage
import Foundation
import Glibc
import LiveCapture
import LiveCaptureTesting
import Simulator
import Synchronization
import TestSupport
import Testing

/// Answers that outlive the program.
@Suite struct FileAuthorizationStoreTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path + "/state/livecam/access" }

  init() throws { temporary = try TemporaryFolder() }

  @Test("an answer is remembered by the next program, in a file of its own, and each kind by itself")
  func remembered() throws {
    let store = FileAuthorizationStore(folder: folder)
    #expect(store.status(for: .video) == nil && store.status(for: .audio) == nil)
    store.remember(.authorized, for: .video)
    #expect(FileAuthorizationStore(folder: folder).status(for: .video) == .authorized)
    #expect(store.status(for: .audio) == nil)
    store.remember(.denied, for: .audio)
    #expect(FileAuthorizationStore(folder: folder).status(for: .audio) == .denied)
    let text = try String(contentsOfFile: store.path(.video), encoding: .utf8)
    #expect(text == #"{"access":"authorized","version":1}"#)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["camera.json", "microphone.json"])
    store.remember(.notDetermined, for: .video)
    #expect(store.status(for: .video) == .authorized)
    try store.forget(.video)
    try store.forget(.video)
    #expect(store.status(for: .video) == nil)
  }

  @Test("of many who answer at once one stands, for all of them, and nothing is left over")
  func manyAtOnce() async throws {
    let stores = (0..<16).map { _ in FileAuthorizationStore(folder: folder) }
    await withTaskGroup(of: Void.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask { store.remember(index.isMultiple(of: 2) ? .authorized : .denied, for: .video) }
      }
    }
    let seen = Set(stores.map { $0.status(for: .video) })
    #expect(seen == [.authorized] || seen == [.denied])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["camera.json"])
  }

  @Test(
    "what is no answer is not believed, and asks nobody",
    arguments: [
      "", "{", "null", "[]", "{\"access\":\"authorized\"}", "{\"access\":\"authorized\",\"version\":2}",
      "{\"access\":\"notDetermined\",\"version\":1}", "{\"access\":\"AUTHORIZED\",\"version\":1}",
      "{\"access\":3,\"version\":1}", String(repeating: "[", count: 4000),
      "{\"access\":\"authorized\",\"version\":1,\"x\":\"" + String(repeating: "x", count: 5000) + "\"}", "\u{0}\u{ff}",
    ])
  func hostile(_ text: String) throws {
    let store = FileAuthorizationStore(folder: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: store.path(.video), atomically: false, encoding: .utf8)
    #expect(store.status(for: .video) == .restricted)
    let told = try #require(store.failure(for: .video).map { "\($0)" })
    #expect(told.hasPrefix(store.path(.video) + ": it ") && told.contains("; remove it to be asked"))
    #expect(!["DecodingError", "Error Domain", "NSDebugDescription", "codingPath"].contains(where: told.contains))
    #expect(store.failure(for: .audio) == nil)
  }

  @Test("where the folder keeps the file from being looked at, that is told, and not to remove the file")
  func unreachable() {
    let store = FileAuthorizationStore(folder: temporary.path + "/" + String(repeating: "x", count: 300))
    #expect(store.status(for: .video) == .restricted)
    let failure = store.failure(for: .video) as? CaptureError
    #expect(failure?.code == .notAuthorized && (failure?.underlying as? FileStoreError)?.errno == ENAMETOOLONG)
    #expect(failure?.message.hasPrefix("the name is too long") == true)
    #expect(failure?.description.contains("remove it") == false)
  }

  @Test("a file that others may write, a link and a folder are no answers")
  func notOurs() throws {
    let store = FileAuthorizationStore(folder: folder)
    store.remember(.authorized, for: .video)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: store.path(.video))
    #expect(store.status(for: .video) == .restricted)
    #expect((store.failure(for: .video) as? CaptureError)?.code == .notAuthorized)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.path(.video))
    #expect(store.status(for: .video) == .authorized && store.failure(for: .video) == nil)
    try FileManager.default.createSymbolicLink(
      atPath: store.path(.audio), withDestinationPath: store.path(.video))
    #expect(store.status(for: .audio) == .restricted)
    try FileManager.default.removeItem(atPath: store.path(.audio))
    try FileManager.default.createDirectory(atPath: store.path(.audio), withIntermediateDirectories: false)
    #expect(store.status(for: .audio) == .restricted)
  }

  @Test("an answer that cannot be written holds for the present run")
  func unwritable() throws {
    try "a file".write(toFile: temporary.path + "/state", atomically: false, encoding: .utf8)
    let store = FileAuthorizationStore(folder: folder)
    store.remember(.authorized, for: .video)
    #expect(store.status(for: .video) == .authorized)
    #expect((store.failure(for: .video) as? FileStoreError)?.operation == "stat")
    #expect(FileAuthorizationStore(folder: folder).status(for: .video) == nil)
  }

  @Test("the folder is where the XDG specification has it")
  func xdg() {
    func folder(_ environment: [String: String]) -> String? {
      FileAuthorizationStore.defaultFolder(program: "livecam", environment: environment)
    }
    #expect(folder(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/livecam/access")
    #expect(folder(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/livecam/access")
    #expect(folder(["HOME": "/h"]) == "/h/.local/state/livecam/access")
    #expect(folder(["HOME": "h"]) == nil && folder([:]) == nil)
  }

  @Test("the user is asked by the first program and by no other")
  func askedOnce() async throws {
    let asked = Mutex(0)
    for _ in 0..<2 {
      let store = FileAuthorizationStore(folder: folder)
      let devices = SimulatedWorld(clock: VirtualClock(), cameras: [.back()])
      let system = try DeviceSystem(
        devices,
        authorization: .asking(remembering: store) { _, answer in
          asked.withLock { $0 += 1 }
          answer(false)
        })
      #expect(try await system.requestAccess(for: .video) == false)
      #expect(try system.authorizationStatus(for: .video) == .denied)
    }
    #expect(asked.withLock { $0 } == 1)
  }
}
