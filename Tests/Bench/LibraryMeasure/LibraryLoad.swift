import ArgumentParser
import Dispatch
import FileStorage
import Foundation
import Glibc
import PhotoLibrary
import Synchronization

/// Writes to a library and reads from it by several threads at once, follows its changes, and in the end holds what it
/// was told against what is there.
///
/// `{"event": "half"}` is printed in the middle, and `ended` when its writers and readers have ended. It goes on when a
/// line is written to it, once those of all processes have ended.
struct LibraryLoad: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load", abstract: "Works on a library that others work on, too, and tells whether all agree.")

  @OptionGroup var library: LibraryOptions
  @Option(help: "A Live Photo's still.") var still: String
  @Option(help: "Its movie.") var movie: String
  @Option(help: "How many threads write.") var writers = 3
  @Option(help: "How many threads read.") var readers = 3
  @Option(help: "For how many seconds.") var seconds = 60.0
  @Option(help: "Which of the processes this is, for its random numbers and its name.") var number = 0

  func run() throws {
    let library = try library.open(as: "load-\(number)")
    let pair = try LoadPair(still: still, movie: movie)
    let album = try SharedAlbum.find(in: library)
    let follower = try ListFollower(library)
    let history = try HistoryFollower(library)
    let end = ContinuousClock.now + .seconds(seconds)
    let works = (0..<writers).map { LoadWriter(library, pair, album, seed: UInt64(number * 100 + $0)) }
    let looks = (0..<readers).map { LoadReader(library, pair, seed: UInt64(number * 100 + 50 + $0)) }
    let half = ContinuousClock.now + .seconds(seconds / 2)
    let writing = works.enumerated().map { number, work in
      { @Sendable () -> Void in
        if number == 0 {
          work.run(until: half)
          Terminal.tell("{\"event\": \"half\"}")
        }
        work.run(until: end)
      }
    }
    let reading = looks.map { look in { @Sendable () -> Void in look.run(until: end) } }
    let hasStore = try library.originals.storeURL() != nil
    let sender = LoadSender(library: library, frees: number == 0)
    Self.onThreads(writing + reading + (hasStore ? [{ sender.run(until: end) }] : []))
    let (writes, reads) = (works.reduce(0) { $0 + $1.steps }, looks.reduce(0) { $0 + $1.steps })
    Terminal.tell("{\"event\": \"ended\", \"writes\": \(writes), \"reads\": \(reads)}")
    _ = readLine()
    let errors = works.flatMap(\.errors) + looks.flatMap(\.errors)
    let lost = try works.flatMap { try $0.lost() }
    var differences = try follower.difference(from: library)
    differences += try history.difference(from: library)
    for text in errors.prefix(5) { Terminal.tell("{\"event\": \"error\", \"message\": \(Terminal.quoted(text))}") }
    for text in (lost + differences).prefix(5) {
      Terminal.tell("{\"event\": \"difference\", \"message\": \(Terminal.quoted(text))}")
    }
    Terminal.tell(
      "{\"event\": \"compared\", \"writes\": \(writes), \"reads\": \(reads), \"errors\": \(errors.count), "
        + "\"lost\": \(lost.count), \"differences\": \(differences.count), \"told\": \(follower.count), "
        + "\"history\": \(history.count)}")
    if !errors.isEmpty || !lost.isEmpty || !differences.isEmpty { throw ExitCode(1) }
  }

  private static func onThreads(_ bodies: [@Sendable () -> Void]) {
    let ends = DispatchSemaphore(value: 0)
    for body in bodies {
      Thread {
        body()
        ends.signal()
      }.start()
    }
    for _ in bodies { ends.wait() }
  }
}

/// The files that are added over and over again.
struct LoadPair: Sendable {
  let still: [UInt8]
  let movie: [UInt8]

  init(still: String, movie: String) throws {
    func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
    (self.still, self.movie) = (try bytes(still), try bytes(movie))
  }
}

/// The album that all processes add to.
enum SharedAlbum {
  static let title = "load"

  /// The album; the first process makes it, before others begin.
  static func find(in library: PhotoLibrary) throws -> AssetCollection {
    func find() throws -> AssetCollection? {
      try AssetCollection.fetchAlbums(in: library).first { $0.title == title }
    }
    if let album = try find() { return album }
    let made = Mutex<(any Error)?>(nil)
    let end = DispatchSemaphore(value: 0)
    library.performChanges {
      _ = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title, in: library)
    } completionHandler: { _, error in
      made.withLock { $0 = error }
      end.signal()
    }
    end.wait()
    if let error = made.withLock({ $0 }) { throw error }
    guard let album = try find() else { throw ValidationError("the album that was made is not there") }
    return album
  }
}
