import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LibraryPostgreSQL
@testable import PhotoLibrary

/// A server that restarts, and connections that are cut, at every bad moment.
@Suite(.needsPostgreSQL, .serialized, .foreignPrograms) struct ServerRestartTests {
  private static let tally: SQL = """
    CREATE TABLE tally (count INTEGER NOT NULL);
    INSERT INTO tally (count) VALUES (0)
    """

  private func makeTally(_ url: String) throws -> PostgreSQLCatalog {
    let catalog = try PostgreSQLCatalog(url, patience: .usual)
    try Schema.migrate(catalog)
    try catalog.write(token: nil) { try $0.execute(Self.tally) }
    return catalog
  }

  /// Adds one, in as many steps as a change of a library takes.
  private func count(_ token: String, _ db: any CatalogConnection) throws {
    let count = try db.integer("SELECT count FROM tally") ?? -1
    try db.execute("UPDATE tally SET count = \(count + 1)")
    try History.append([], token: token, program: "test", seconds: count, to: db)
  }

  private func total(_ catalog: PostgreSQLCatalog) throws -> (count: Int64?, changes: Int64?) {
    try catalog.read { (try $0.integer("SELECT count FROM tally"), try $0.integer("SELECT count(*) FROM changeSet")) }
  }

  @Test(
    "a restart between two writes, and in the middle of one: each is made once",
    arguments: PostgreSQLServer.Mode.allCases)
  func restart(_ mode: PostgreSQLServer.Mode) throws {
    let server = try PostgreSQLServer()
    let catalog = try makeTally(server.url)
    try catalog.write(token: "1") { try count("1", $0) }
    try server.restart(mode)
    try catalog.write(token: "2") { try count("2", $0) }
    try server.restart(mode)
    #expect(try total(catalog) == (2, 2))
    var calls = 0
    try catalog.write(token: "3") { db in
      calls += 1
      try count("3", db)
      if calls == 1 { try server.restart(mode) }
      // What nobody wants to know is found out all the same.
      _ = try? db.integer("SELECT 1")
    }
    #expect(calls == 2)
    #expect(try total(catalog) == (3, 3))
    calls = 0
    let read = try catalog.read { db in
      calls += 1
      if calls == 1 { try server.restart(mode) }
      return try db.integer("SELECT count FROM tally")
    }
    #expect(read == 3 && calls == 2)
  }

  @Test("a connection that is cut at COMMIT: before it, or after it, the change is made once")
  func commits() throws {
    let server = try PostgreSQLServer()
    let proxy = try CuttingProxy(to: server.folder)
    defer { proxy.close() }
    let catalog = try makeTally(proxy.url(for: server.url))
    var expected: Int64 = 0
    for cuts in [[.before], [.after], [.before, .after], [.after, .before], [.before, .before, .after]]
      as [[CuttingProxy.Cut]]
    {
      proxy.cut(cuts)
      expected += 1
      var calls = 0
      let value = try catalog.write(token: "\(expected)") { db in
        calls += 1
        try count("\(expected)", db)
        return "call \(calls)"
      }
      // What was carried out is found by its token, and returns what it has made.
      let carriedOut = cuts.firstIndex(of: .after) ?? cuts.count
      #expect(value == "call \(carriedOut + 1)", "\(cuts)")
      _ = try total(catalog)
      // The cuts that the change did not come by, meet reads, which do not mind.
      for _ in cuts { #expect(try total(catalog) == (expected, expected), "\(cuts)") }
    }
    #expect(proxy.count.withLock { $0 } == 9)
  }

  @Test("writers and readers of two programs, while the server restarts again and again: nothing lost, nothing twice")
  func load() throws {
    let server = try PostgreSQLServer()
    let catalogs = [try makeTally(server.url), try PostgreSQLCatalog(server.url, patience: .usual)]
    let (isOver, written) = (Log<Bool>(), DispatchSemaphore(value: 0))
    let steps = try onThreads(5) { number in
      if number == 4 {
        // Ends the writers, too, when it fails.
        defer { isOver.add(true) }
        for round in 0..<6 {
          for _ in 0..<25 { _ = written.wait(timeout: .now() + 30) }
          try server.restart(round % 2 == 0 ? .fast : .immediate)
        }
        return 0
      }
      var step = 0
      while isOver.all.isEmpty {
        let token = "\(number)-\(step)"
        try catalogs[number % 2].write(token: token) { try count(token, $0) }
        step += 1
        written.signal()
        _ = try total(catalogs[(number + 1) % 2])
      }
      return step
    }.reduce(0, +)
    #expect(steps >= 150)
    #expect(try total(catalogs[0]) == (Int64(steps), Int64(steps)))
    let ids = try catalogs[0].read { try $0.rows(of: "SELECT id FROM changeSet ORDER BY id") { try $0.integer(0) } }
    #expect(ids == Array(1...Int64(steps)))
  }

  @Test("a library to which is added while its server restarts has every photo once, and whole")
  func library() throws {
    let server = try PostgreSQLServer()
    let bench = try LibraryBench(.sqlite)
    let library = try CatalogKind.open(at: bench.path, url: server.url, bench.environment())
    let pair = try TinyPair.first.get()
    let (isOver, written) = (Log<Bool>(), DispatchSemaphore(value: 0))
    let added = try onThreads(2) { number in
      var added: [String] = []
      if number == 0 {
        defer { isOver.add(true) }
        for round in 0..<4 {
          for _ in 0..<3 { _ = written.wait(timeout: .now() + 30) }
          try server.restart(round % 2 == 0 ? .fast : .immediate)
        }
        return added
      }
      while isOver.all.isEmpty {
        added.append(try library.add(pair).localIdentifier)
        written.signal()
      }
      return added
    }.flatMap { $0 }
    #expect(added.count >= 12)
    #expect(try Asset.fetchAssets(in: library).map(\.localIdentifier) == added)
    var check = LibraryCheck(of: library)
    let report = try check.run()
    #expect(report.findings.isEmpty && report.fileCount == 2 * added.count)
    #expect(bench.files(below: "incoming").isEmpty)
  }

  @Test("who watches is told after a restart, for something may have been missed, and of what comes later")
  func observation() throws {
    let server = try PostgreSQLServer()
    let (catalog, other) = (try makeTally(server.url), try PostgreSQLCatalog(server.url, patience: .usual))
    let told = DispatchSemaphore(value: 0)
    let observation = catalog.observe { told.signal() }
    try withExtendedLifetime(observation) {
      for mode in PostgreSQLServer.Mode.allCases {
        try server.restart(mode)
        #expect(told.wait(timeout: .now() + 30) == .success)
        while told.wait(timeout: .now() + 0.1) == .success {}
        try other.write(token: nil) { try $0.execute("UPDATE tally SET count = 7") }
        #expect(told.wait(timeout: .now() + 30) == .success)
      }
    }
  }

  @Test("a server that does not come back is unreachable, and its password in no message")
  func gone() throws {
    let server = try PostgreSQLServer()
    let bench = try LibraryBench(.sqlite)
    let library = try PhotoLibrary(
      at: bench.path, postgreSQL: server.url, environment: bench.environment(), patience: .brief(.milliseconds(300)))
    try library.add(TinyPair.first.get())
    try server.stop()
    let start = ContinuousClock.now
    let failure = #expect(throws: PhotosError.self) { try library.add(TinyPair.second.get()) }
    #expect(failure?.code == .networkError)
    #expect(failure?.message.contains("Check that it runs") == true)
    #expect(failure.map { "\($0)".contains("secret") } == false)
    #expect(throws: PhotosError.self) { try library.assetCount }
    #expect(ContinuousClock.now - start < .seconds(10))
    // Nobody knows what became of the change: its files stay, for the next who opens the library.
    #expect(bench.files(below: "resources").count == 4)
    #expect(throws: PhotosError.self) {
      try PhotoLibrary(
        at: bench.path, postgreSQL: server.url, environment: bench.environment(), patience: .brief(.milliseconds(300)))
    }
  }
}
