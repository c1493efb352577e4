import ArgumentParser
import Glibc
import PhotoLibrary

/// Opens a library again and again, each time with its first page and its counts, and prints the milliseconds of each.
struct LibraryTimes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "times", abstract: "Prints what opening, the first page and counting take, a line for each round.")

  @OptionGroup var library: LibraryOptions
  @Option(help: "How many rounds.") var rounds = 20

  func run() throws {
    for _ in 0..<rounds {
      let (open, library) = try Self.timed { try self.library.open(as: "measure") }
      let (firstPage, page) = try Self.timed { try Asset.fetchAssets(in: library, options: Self.page) }
      let (firstCount, counts) = try Self.timed { try Asset.countAssets(in: library) }
      // As a program does that is open for long.
      let again = try Self.timed { try Asset.fetchAssets(in: library, options: Self.page) }.milliseconds
      let countAgain = try Self.timed { try Asset.countAssets(in: library) }.milliseconds
      Terminal.tell(
        "{\"open\": \(open), \"firstPage\": \(firstPage), \"firstCount\": \(firstCount), \"page\": \(again), "
          + "\"count\": \(countAgain), \"assets\": \(counts.reduce(0) { $0 + $1.count }), \"shown\": \(page.count), "
          + "\"kinds\": \(counts.count)}")
    }
    var use = rusage()
    getrusage(RUSAGE_SELF.rawValue, &use)
    Terminal.tell("{\"mostKilobytes\": \(use.ru_maxrss)}")
  }

  /// The first page of what was taken last, as `livecam library list` has it.
  private static var page: FetchOptions {
    var options = FetchOptions()
    options.sortDescriptors = [AssetSortDescriptor(.creationDate, ascending: false)]
    options.fetchLimit = 50
    return options
  }

  private static func timed<Value>(_ body: () throws -> Value) rethrows -> (milliseconds: Double, value: Value) {
    let start = ContinuousClock.now
    let value = try body()
    return ((ContinuousClock.now - start) / .milliseconds(1), value)
  }
}
