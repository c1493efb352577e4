import FileStorage
import KioskWeb
import LibraryCapture
import PhotoLibrary
import Synchronization

/// The library that a booth's pictures go into; of a shared one, with those that wait beside it while its server is
/// away.
final class BoothLibrary: Sendable {
  /// The library itself, its gallery, and what names captures for it.
  private struct Opened {
    let library: PhotoLibrary
    let pictures: LibraryPictures
    let pairs: LibraryPairs

    init(_ library: PhotoLibrary, _ offline: OfflineLibrary? = nil) {
      (self.library, pictures) = (library, LibraryPictures(of: library))
      pairs = LibraryPairs(library, offline: offline)
    }
  }

  /// The folder of the library's files.
  let folder: String
  /// The gallery as pages see it: with the pictures that wait.
  let gallery: any KioskPictures
  private let offline: OfflineLibrary?
  /// The offline library; `nil` for a library without a server.
  private let waiting: Opened?
  /// The library; of a shared one, `nil` until its server has been there once.
  private let home: Home
  private let open: @Sendable () throws -> PhotoLibrary
  private let follower = Mutex<GalleryFollower?>(nil)
  private let courier = Mutex<PictureCourier?>(nil)

  private final class Home: Sendable {
    private let opened: Mutex<Opened?>
    init(_ opened: Opened?) { self.opened = Mutex(opened) }
    var now: Opened? { opened.withLock { $0 } }
    func set(_ new: Opened) { opened.withLock { $0 = new } }
  }

  /// Creates a library that is open.
  init(_ library: PhotoLibrary, _ offline: OfflineLibrary?) {
    let opened = Opened(library, offline)
    (folder, self.offline, home, open) = (library.path, offline, Home(opened), { library })
    waiting = offline.map { Opened($0.library) }
    gallery = waiting.map { SpooledPictures({ opened.pictures }, waiting: $0.pictures) } ?? opened.pictures
  }

  /// Creates a shared library whose server is away: pictures wait in `offline` until `open` opens it.
  init(in folder: String, _ offline: OfflineLibrary, opening open: @escaping @Sendable () throws -> PhotoLibrary) {
    let (home, waiting) = (Home(nil), Opened(offline.library))
    (self.folder, self.offline, self.home, self.waiting, self.open) = (folder, offline, home, waiting, open)
    gallery = SpooledPictures({ home.now?.pictures }, waiting: waiting.pictures)
  }

  /// The library that takes pictures now.
  private var present: Opened {
    guard let present = home.now ?? waiting else { preconditionFailure("there is one from the beginning") }
    return present
  }

  /// The files of the library that takes pictures now.
  var files: any FileTree { present.library.environment.files }

  /// The library that takes pictures now.
  var library: PhotoLibrary { present.library }

  /// The destination of captures.
  var pairs: LibraryPairs { present.pairs }

  /// Returns the maker of strips and postcards; `hasSideCameras` says whether there are cameras for wigglegrams.
  func studio(_ configuration: BoothConfiguration, hasSideCameras: Bool) -> TemplateStudio {
    TemplateStudio(
      folder: configuration.templates, home: folder, files: files, title: configuration.name,
      hasSideCameras: hasSideCameras
    ) { [self] in await pictures(of: $0) }
  }

  /// The gallery that makes something of some pictures, or of the newest if none are named: that of those that wait, if
  /// all of them do.
  private func pictures(of ids: [String]) async -> LibraryPictures {
    guard let waiting, let home = home.now else { return present.pictures }
    // One that cannot be read is none of these.
    for id in ids where (try? await waiting.pictures.asset(id)) == nil { return home.pictures }
    return ids.isEmpty ? home.pictures : waiting.pictures
  }

  /// Returns the library; opens a shared one as soon as its server is there.
  private func opened() throws -> Opened {
    if let opened = home.now { return opened }
    let opened = Opened(try open(), offline)
    home.set(opened)
    return opened
  }

  /// Begins to report to pages the pictures that any program adds, changes or deletes, and to move the pictures of the
  /// offline library.
  /// - Throws: `WebFailure` when the library cannot be read.
  func start(_ desk: BoothDesk) throws {
    var found = home.now
    var total: Int
    do throws(WebFailure) { total = try present.pictures.count() } catch {
      // The server has gone in this very moment.
      guard let waiting else { throw error }
      (found, total) = (nil, try waiting.pictures.count())
    }
    desk.update { [total] state, _ in state.total = total }
    let courier = PictureCourier(offline) {
      if $0 == "info" { desk.mend(.servers) }
      desk.notify($0, $1, about: .servers)
    } opening: { [weak self] in
      guard let self else { throw CancellationError() }
      return try opened().library
    } listening: { [weak self] in
      guard let self else { return }
      let opened = try opened()
      let total = try opened.pictures.count()
      desk.update { state, _ in state.total = total }
      follow(opened, desk)
      // What has changed meanwhile nobody has heard of: pages take the whole state.
      desk.events.forget()
    }
    if let found { follow(found, desk) } else { courier.goDeaf() }
    self.courier.withLock { $0 = courier }
    courier.hurry()
  }

  private func follow(_ opened: Opened, _ desk: BoothDesk) {
    let following = GalleryFollower(opened.library, opened.pictures) { change in
      desk.update { state, teller in
        state.total = change.total
        teller.tell("asset", change)
      }
    } failing: { [weak self] error in
      desk.notify("error", "The library cannot be followed: \(error)", about: .servers)
      self?.courier.withLock { $0 }?.goDeaf()
    }
    follower.withLock { last in
      last?.end()
      last = following
    }
  }

  /// Looks, every now and then, whether something waits and can be brought away.
  func beat() { courier.withLock { $0 }?.hurry() }

  /// Stops; the remaining pictures of the offline library are moved after the next start.
  func stop() {
    follower.withLock { $0.take() }?.end()
    courier.withLock { $0.take() }?.end()
  }
}
