import FileStorage
import LivePhotoFiles
import Synchronization
import SystemCalls

/// A record of the work on many units by several threads: what has been done before is known here, and what is done is
/// written down.
final class BatchDesk: Sendable {
  private let library: LivePhotoFiles
  private let journal: BatchJournalFile?
  private let folders: MirroredFolders?
  /// The real path of the folder into which all files are written, unless originals lie there.
  private let innerOutput: String?
  private let work: BatchRun.Work
  /// The originals from which files were made, by the files' paths. The paths are compared as bytes: paths that differ
  /// may be equal as texts.
  private let written = Mutex<[[UInt8]: String]>([:])

  init(
    _ library: LivePhotoFiles, _ journal: BatchJournalFile?, output: MirroredFolders?, innerOutput: String?,
    _ work: @escaping BatchRun.Work
  ) {
    (self.library, self.journal, folders, self.work) = (library, journal, output, work)
    self.innerOutput = innerOutput
  }

  /// The unit that a file was made of.
  func origin(of file: String) -> String? { written.withLock { $0[Array(BatchRun.absolute(file).utf8)] } }

  /// Works on a unit, unless that is done.
  func outcome(of unit: ArchiveUnit) async -> BatchOutcome {
    let id = BatchRun.absolute(unit.path)
    if journal?.before.isDone(id) == true { return .doneBefore }
    if isWritten(unit.path, id) { return .passedOver("livecam has made it of another photo") }
    let outcome = await attempt(unit)
    switch outcome {
    case .done(let report):
      written.withLock { written in
        for file in report.files { written[Array(BatchRun.absolute(file).utf8)] = unit.path }
      }
      if let reason = report.reason {
        journal?.append(id, .failed(code: reason.rawValue, message: report.lines.last ?? ""))
      } else {
        journal?.append(id, .done(files: report.files.map(BatchRun.absolute)))
      }
    case .failed(let failure):
      journal?.append(id, .failed(code: failure.reason.rawValue, message: failure.message))
    case .passedOver, .doneBefore, .ended: break
    }
    return outcome
  }

  private func attempt(_ unit: ArchiveUnit) async -> BatchOutcome {
    if case .broken(let path, let why) = unit { return .failed(BatchFailure(broken: path, why: why)) }
    if case .passedOver(_, let why) = unit { return .passedOver(why) }
    do {
      return try await work(library, unit, folders?.folder(for: unit.path) ?? "")
    } catch is CancellationError {
      return .ended
    } catch {
      return .failed(BatchFailure(error, on: unit))
    }
  }

  /// Tells whether a file was made by this work, now or by an earlier run, or lies where its files go.
  private func isWritten(_ path: String, _ id: String) -> Bool {
    if journal?.before.isWritten(id) == true || origin(of: path) != nil { return true }
    guard let innerOutput, let folder = Folder.resolved(Folder.containing(path)) else { return false }
    return BatchRun.isInside(folder, innerOutput)
  }
}
