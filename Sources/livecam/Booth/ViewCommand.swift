import ArgumentParser
import Booth
import FileStorage
import Glibc
import KioskWeb
import LibraryFiles
import LiveCapture
import PhotoLibrary
import Station

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Look at Live Photos in the browser.",
    discussion: """
      Takes a photo library, or folders and files as 'livecam library import' does: these are shown out of a library in a
      temporary folder, which goes when the command ends. Nothing that is shown can be changed.
      """)

  @Argument(help: "A library, or folders and files.", completion: .file())
  var paths: [String]

  @OptionGroup var serving: ServingOptions

  func run() async throws {
    try await ExitReason.reporting {
      for path in paths { try Self.check(path) }
      let environment = StationWorld.machine().environment
      var access = try serving.access(
        hasProxies: !serving.trustedProxies.isEmpty, publicAddress: serving.publicURL,
        isGallery: true)
      // Here everybody is a guest.
      (access.password, access.guestPassword) = (access.password ?? access.guestPassword, nil)
      let signals = ProgramSignals()
      if paths.count == 1, DiskFiles().exists(paths[0] + "/library.sqlite") {
        let library = try LibraryOptions.open(
          LibraryPlace(paths[0]), makesOne: false, authorization: .fixed(.authorized),
          files: ContainedFiles(below: paths))
        return try await show(library, access, environment, until: signals)
      }
      let folder = try ShownFolder()
      defer { folder.remove() }
      let library = try LibraryOptions.open(
        LibraryPlace(folder.path), makesOne: true, authorization: .fixed(.authorized))
      let filling = Task { await fill(library) }
      defer { filling.cancel() }
      try await show(library, access, environment, until: signals)
      filling.cancel()
      await filling.value
    }
  }

  /// - Throws: ``ReasonedError`` for what is neither a file nor a folder.
  private static func check(_ path: String) throws {
    guard DiskFiles().exists(path) else {
      throw ReasonedError(.missingInput, "\(path): there is no such file or folder. Check its name.")
    }
    let kind: PathKind
    do { kind = try DiskFiles().kind(of: path) } catch {
      throw ReasonedError(.missingInput, "\(path): it cannot be looked at: \(error.message)")
    }
    guard kind != .other else {
      throw ReasonedError(.missingInput, "\(path): a pipe or a device is nothing to look at. Name a folder, or files.")
    }
  }

  private func show(
    _ library: PhotoLibrary, _ access: KioskAccess, _ environment: CaptureEnvironment, until signals: ProgramSignals
  ) async throws {
    let name = paths[0].split(separator: "/").last.map(String.init) ?? paths[0]
    let gallery = Gallery(of: library, name: name, at: serving.listen, access: access, in: environment)
    serving.announce(try await gallery.start(), publicAddress: serving.publicURL)
    await signals.first()
    await gallery.stop()
  }

  /// Pages show each picture as soon as it is there.
  private func fill(_ library: PhotoLibrary) async {
    do {
      let report = try await LibraryImporter(into: library, from: ContainedFiles(below: paths)).run(paths) { _ in
      } tell: { finding in
        if finding.outcome == .failed { for line in finding.lines { Terminal.complain("livecam: \(line)") } }
      }
      Terminal().line("\(report.count(.added)) \(report.count(.added) == 1 ? "picture" : "pictures")")
    } catch is CancellationError {
      // The command has ended before all were there.
    } catch {
      Terminal.complain("livecam: \(error)")
    }
  }
}
