import FileStorage
import LivePhotoFiles
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// What errors of coders, movies and pairs say of their call and of the error behind them.
@Suite struct CodedErrorTests {
  @Test("a coder's error calls a number alone a status, and has the cause without the context")
  func coding() {
    #expect(
      CodingError.descriptions(.codecFailed) == [
        "x: Mend it.", "x: Mend it. [ioctl]", "x: Mend it. [status 5]", "x: Mend it. [ioctl: 5]",
        "x: Mend it. Cause: gone", "x: Mend it. [ioctl] Cause: gone", "x: Mend it. [status 5] Cause: gone",
        "x: Mend it. [ioctl: 5] Cause: gone",
      ])
  }

  @Test("a movie's error has its code, and the whole of the one behind it")
  func movie() {
    #expect(
      MovieError.descriptions(.noFrames) == [
        "x: Mend it. [noFrames]", "x: Mend it. [ioctl] [noFrames]", "x: Mend it. [5] [noFrames]",
        "x: Mend it. [ioctl: 5] [noFrames]", "x: Mend it. [noFrames] x: gone",
        "x: Mend it. [ioctl] [noFrames] x: gone", "x: Mend it. [5] [noFrames] x: gone",
        "x: Mend it. [ioctl: 5] [noFrames] x: gone",
      ])
  }

  @Test("a pair's error has the cause without the file's name, and of a file's error the call alone")
  func livePhoto() {
    let plain = ["x: Mend it.", "x: Mend it. [ioctl]", "x: Mend it. [5]", "x: Mend it. [ioctl: 5]"]
    #expect(
      LivePhotoError.descriptions(.malformed) == plain + [
        "x: Mend it. Cause: gone", "x: Mend it. [ioctl] Cause: gone", "x: Mend it. [5] Cause: gone",
        "x: Mend it. [ioctl: 5] Cause: gone",
      ])
    let failure = FileStoreError(path: "x", operation: "open", errno: 13, message: "Mend it")
    #expect(
      LivePhotoError.descriptions(.unwritable, underlying: failure) == plain + [
        "x: Mend it. [open: errno 13]", "x: Mend it. [ioctl] [open: errno 13]", "x: Mend it. [5] [open: errno 13]",
        "x: Mend it. [ioctl: 5] [open: errno 13]",
      ])
  }
}
