import SystemCalls
import Testing

@testable import LivePhotoFiles

/// Where what is made of files of many folders goes.
struct MirroredFoldersTests {
  @Test(arguments: [
    ("DCIM", "DCIM/IMG.HEIC", "out"), ("DCIM", "DCIM/a/b/IMG.HEIC", "out/a/b"), ("DCIM/", "DCIM/a/IMG.HEIC", "out/a"),
    (".", "./a/IMG.HEIC", "out/a"), (".", "IMG.HEIC", "out"), ("/", "/a/IMG.HEIC", "out/a"),
    ("../x", "../x/a/IMG.HEIC", "out/a"), ("/home/me", "/home/me/a//./IMG.HEIC", "out/a"),
  ])
  func aFolderIsMirrored(root: String, path: String, folder: String) {
    #expect(MirroredFolders(below: "out", of: [root]).folder(for: path) == folder)
  }

  @Test func ofSeveralFoldersEachHasItsName() {
    let folders = MirroredFolders(below: "out", of: ["DCIM/100APPLE", "/mnt/101APPLE/", "..", "DCIM/100APPLE/sub"])
    #expect(folders.folder(for: "DCIM/100APPLE/IMG.HEIC") == "out/100APPLE")
    #expect(folders.folder(for: "/mnt/101APPLE/x/IMG.HEIC") == "out/101APPLE/x")
    #expect(folders.folder(for: "../x/IMG.HEIC") == "out/x")
    #expect(folders.folder(for: "DCIM/100APPLE/sub/IMG.HEIC") == "out/sub")
  }

  /// No path leads out of the output folder.
  @Test(arguments: [
    ("IMG.HEIC", "out"), ("a/b/IMG.HEIC", "out/a/b"), ("/a/b/IMG.HEIC", "out/a/b"), ("../../a/IMG.HEIC", "out/a"),
    ("a/../../b/IMG.HEIC", "out/b"), ("./a/IMG.HEIC", "out/a"), ("../IMG.HEIC", "out"),
    ("a/\u{301}b/IMG.HEIC", "out/a/\u{301}b"),
  ])
  func pathsOfListsAreMirrored(path: String, folder: String) {
    let found = MirroredFolders(below: "out", of: []).folder(for: path)
    #expect(Array(found.utf8) == Array(folder.utf8))
  }

  @Test func theOutputIsTakenAsItIs() {
    #expect(MirroredFolders(below: ".", of: ["a"]).folder(for: "a/b/IMG.HEIC") == "b")
    #expect(MirroredFolders(below: "/out/", of: ["a"]).folder(for: "a/b/IMG.HEIC") == "/out/b")
    let path = String(systemPath: [0x61, 0x2F, 0xFF, 0x2F, 0x62])
    #expect(MirroredFolders(below: "o", of: ["a"]).folder(for: path).systemBytes == [0x6F, 0x2F, 0xFF])
  }
}
