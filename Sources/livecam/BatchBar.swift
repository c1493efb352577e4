import FileStorage
import LivePhotoFiles
import Synchronization

/// A bar that shows the progress of the work on folders, on the last line of a terminal. The total comes from a look at
/// the names, which goes ahead of the work.
final class BatchBar: Sendable {
  private let bar: ProgressBar
  private let title: String
  private let known = Atomic(0)
  private let isCounted = Atomic(false)
  private let hasEnded = Atomic(false)

  /// Creates a bar for a command's work on folders; without any, it is not known how much there is.
  init(_ title: String, counting folders: [String]) {
    (self.title, bar) = (title, ProgressBar(title))
    guard bar.isShown, !folders.isEmpty else { return }
    Task.detached { [self] in
      ArchiveCount.count(below: folders, of: DiskFiles()) { count in
        known.store(count, ordering: .relaxed)
        return !hasEnded.load(ordering: .relaxed)
      }
      isCounted.store(true, ordering: .relaxed)
    }
  }

  /// Shows how many files are done, and how many photos have failed.
  func show(_ fileCount: Int, failed: Int) {
    let isCounted = isCounted.load(ordering: .relaxed)
    let known = known.load(ordering: .relaxed)
    bar.show(Self.text(title, fileCount, of: isCounted ? max(known, fileCount) : nil, failed: failed))
  }

  /// `edit  ███████░░░  70 of 100 files, 2 failed`; without an end, `edit  70 files`.
  static func text(_ title: String, _ count: Int, of known: Int?, failed: Int) -> String {
    let failures = failed > 0 ? ", \(failed) failed" : ""
    guard let known, known > 0 else { return "\(title)  \(count) files\(failures)" }
    return "\(title)  \(ProgressBar.cells(Double(count) / Double(known)))  \(count) of \(known) files\(failures)"
  }

  func clear() { bar.clear() }

  func end() {
    hasEnded.store(true, ordering: .relaxed)
    bar.clear()
  }
}
