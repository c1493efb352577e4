import Diagnostics
import Dispatch
import Synchronization
import Testing

@testable import PhotoLibrary

/// Answers every question alike and counts them; may keep the answer back until it is told.
final class ScriptedPrompt: AuthorizationPrompt {
  private let answer: LibraryAuthorizationStatus
  private let isHeld: Bool
  private let held = Mutex<[@Sendable (LibraryAuthorizationStatus) -> Void]>([])
  let questions = Log<AccessLevel>()

  init(_ answer: LibraryAuthorizationStatus, isHeld: Bool = false) { (self.answer, self.isHeld) = (answer, isHeld) }

  func askForAccess(_ request: AccessRequest, answer: @escaping @Sendable (LibraryAuthorizationStatus) -> Void) {
    // Noted last: who waits for the question may release the answer at once.
    if isHeld { held.withLock { $0.append(answer) } }
    questions.add(request.level)
    if !isHeld { answer(self.answer) }
  }

  func release() {
    let waiting = held.withLock { held in
      defer { held = [] }
      return held
    }
    for reply in waiting { reply(answer) }
  }
}

/// Remembers in memory.
final class MemoryAuthorizationStore: LibraryAuthorizationStore {
  private let answers = Mutex<[AccessLevel: LibraryAuthorizationStatus]>([:])
  func status(for level: AccessLevel) -> LibraryAuthorizationStatus { answers.withLock { $0[level] } ?? .notDetermined }
  func remember(_ status: LibraryAuthorizationStatus, for level: AccessLevel) {
    answers.withLock { $0[level] = status }
  }
}

/// Cannot read what it was to remember.
private struct BrokenAuthorizationStore: LibraryAuthorizationStore {
  struct Failure: Error {}

  func status(for level: AccessLevel) throws -> LibraryAuthorizationStatus { throw Failure() }
  func remember(_ status: LibraryAuthorizationStatus, for level: AccessLevel) {}
}

@Suite struct AccessCaseTests {
  let bench: LibraryBench
  init() throws { bench = try LibraryBench() }

  private func addStill(to library: PhotoLibrary) async throws -> (success: Bool, code: Int?) {
    let still = try TinyPair.loneStill.get()
    return await withCheckedContinuation { continuation in
      library.performChanges {
        AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
      } completionHandler: { success, error in
        continuation.resume(returning: (success, error?.code.rawValue))
      }
    }
  }

  @Test("72: nobody was asked: the first change asks, once, and the answer lasts")
  func case72_firstChangeAsks() async throws {
    let prompt = ScriptedPrompt(.authorized)
    var library = try bench.open(authorization: .prompting(prompt))
    #expect(library.authorizationStatus(for: .readWrite) == .notDetermined)
    #expect(prompt.questions.all.isEmpty)
    #expect(try await addStill(to: library) == (true, nil))
    #expect(try await addStill(to: library) == (true, nil))
    #expect(prompt.questions.all == [.readWrite])
    let other = ScriptedPrompt(.denied)
    library = try bench.open(authorization: .prompting(other))
    #expect(library.authorizationStatus(for: .readWrite) == .authorized)
    #expect(library.authorizationStatus(for: .addOnly) == .authorized)
    #expect(try library.assetCount == 2)
    #expect(other.questions.all.isEmpty)
  }

  @Test("72: denied: the change fails and its block does not run", arguments: LibraryProfile.DeniedAccess.allCases)
  func case72_denied(_ answer: LibraryProfile.DeniedAccess) async throws {
    var profile = LibraryProfile()
    profile.deniedAccess = answer
    let store = MemoryAuthorizationStore()
    let prompt = ScriptedPrompt(.denied)
    let library = try bench.open(authorization: .prompting(prompt, store: store), profile: profile)
    #expect(try await addStill(to: library) == (false, answer.rawValue))
    let runs = Log<Bool>()
    #expect(code { () throws(PhotosError) in try library.performChangesAndWait { runs.add(true) } } == answer.rawValue)
    #expect(runs.all.isEmpty)
    #expect(prompt.questions.all.count == 1)
    #expect(store.status(for: .readWrite) == .denied)
    #expect(LibraryProfile().deniedAccess.rawValue == 3311)
  }

  @Test("72: restricted is 3310, and asks nobody")
  func case72_restricted() async throws {
    let library = try bench.open(authorization: .fixed(.restricted))
    #expect(try await addStill(to: library) == (false, 3310))
  }

  @Test("answers that cannot be read restrict, and the refusal carries why")
  func unreadableAnswers() throws {
    let prompt = ScriptedPrompt(.authorized)
    let library = try bench.open(authorization: .prompting(prompt, store: BrokenAuthorizationStore()))
    let error = #expect(throws: PhotosError.self) { try library.performChangesAndWait {} }
    #expect(error?.code == .accessRestricted && error?.cause is BrokenAuthorizationStore.Failure)
    #expect(prompt.questions.all.isEmpty)
  }

  @Test("72: those who need the same answer wait for one question, also when they stand still for it")
  func case72_oneQuestionForMany() async throws {
    let prompt = ScriptedPrompt(.authorized, isHeld: true)
    let library = try bench.open(authorization: .prompting(prompt))
    let still = try TinyPair.loneStill.get()
    async let first = addStill(to: library)
    async let second = library.requestAuthorization(for: .readWrite)
    let waiter = DispatchQueue(label: "waiter")
    async let third: Int? = withCheckedContinuation { continuation in
      waiter.async {
        continuation.resume(
          returning: code { () throws(PhotosError) in
            try library.performChangesAndWait {
              AssetCreationRequest.forAsset(in: library).addResource(with: .photo, data: still)
            }
          })
      }
    }
    // Whoever asks late finds the answer; the question is released until everybody has it.
    while prompt.questions.all.isEmpty { await Task.yield() }
    prompt.release()
    #expect(try await first == (true, nil))
    #expect(await second == .authorized)
    #expect(await third == nil)
    #expect(prompt.questions.all == [.readWrite])
    #expect(try library.assetCount == 2)
  }

  @Test("73: limited: authorized for old programs, limited for new ones, and only what is selected is seen")
  func case73_limited() async throws {
    let whole = try bench.open()
    let (first, second) = (try whole.add(TinyPair.first.get()), try whole.add(TinyPair.second.get()))
    let library = try bench.open(authorization: .prompting(ScriptedPrompt(.limited)))
    #expect(await library.requestAuthorization(for: .readWrite) == .limited)
    #expect(library.authorizationStatus() == .authorized)
    #expect(library.authorizationStatus(for: .readWrite) == .limited)
    #expect(library.authorizationStatus(for: .addOnly) == .authorized)
    #expect(try library.assetCount == 0)
    try library.setLimitedSelection([second.localIdentifier])
    let seen = try Asset.fetchAssets(in: library)
    #expect(seen.map(\.localIdentifier) == [second.localIdentifier])
    // What it adds it sees; what it does not see it cannot change.
    #expect(try await addStill(to: library) == (true, nil))
    #expect(try library.assetCount == 2)
    let hidden = try #require(
      try Asset.fetchAssets(withLocalIdentifiers: [first.localIdentifier], in: whole).firstObject)
    let failure = code { () throws(PhotosError) in
      try library.performChangesAndWait { AssetChangeRequest.deleteAssets([hidden], in: library) }
    }
    #expect(failure == 3201)
    #expect(try AssetResource.assetResources(for: hidden, in: library).isEmpty)
    #expect(try whole.assetCount == 3)
  }

  @Test("who may only add adds, reads nothing and deletes nothing")
  func addOnly() async throws {
    let whole = try bench.open()
    let identifier = try whole.add(TinyPair.first.get()).localIdentifier
    let asset = try #require(try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: whole).firstObject)
    let store = MemoryAuthorizationStore()
    store.remember(.authorized, for: .addOnly)
    store.remember(.denied, for: .readWrite)
    let library = try bench.open(authorization: .prompting(ScriptedPrompt(.denied), store: store))
    #expect(try await addStill(to: library) == (true, nil))
    #expect(try library.assetCount == 0)
    let failure = code { () throws(PhotosError) in
      try library.performChangesAndWait { AssetChangeRequest.deleteAssets([asset], in: library) }
    }
    #expect(failure == 3311)
    #expect(try whole.assetCount == 2)
  }

  @Test("each program is asked for itself, once, with its own words; the user's settings change what holds")
  func programs() async throws {
    let questions = Log<AccessRequest>()
    struct Prompt: AuthorizationPrompt {
      let questions: Log<AccessRequest>
      func askForAccess(_ request: AccessRequest, answer: @escaping @Sendable (LibraryAuthorizationStatus) -> Void) {
        questions.add(request)
        answer(request.program == "booth" ? .authorized : .denied)
      }
    }
    func open(_ program: String) throws -> PhotoLibrary {
      var environment = bench.environment(authorization: .prompting(Prompt(questions: questions)))
      environment.program = program
      environment.usageDescription = "For \(program)."
      return try bench.open(environment)
    }
    for _ in 0..<2 {
      #expect(try await open("booth").requestAuthorization(for: .readWrite) == .authorized)
      #expect(try await open("spy").requestAuthorization(for: .readWrite) == .denied)
    }
    #expect(questions.all.map(\.program) == ["booth", "spy"])
    #expect(questions.all.map(\.usageDescription) == ["For booth.", "For spy."])
    #expect(questions.all.allSatisfy { $0.library == bench.path && $0.level == .readWrite })
    let settings = try bench.open()
    #expect(
      try settings.programAuthorizations() == [
        ProgramAuthorization(program: "booth", level: .readWrite, status: .authorized),
        ProgramAuthorization(program: "spy", level: .readWrite, status: .denied),
      ])
    try settings.setAuthorization(.limited, of: "spy", for: .readWrite)
    #expect(try open("spy").authorizationStatus(for: .readWrite) == .limited)
    try settings.setAuthorization(.notDetermined, of: "booth", for: .readWrite)
    #expect(try open("booth").authorizationStatus(for: .readWrite) == .notDetermined)
  }

  @Test("a program that says nothing on what it wants the photos for is not asked for: that breaks a rule")
  func unexplained() async throws {
    let prompt = ScriptedPrompt(.authorized)
    var environment = bench.environment(authorization: .prompting(prompt))
    environment.usageDescription = " "
    let library = try bench.open(environment)
    #expect(await library.requestAuthorization(for: .readWrite) == .denied)
    #expect(bench.violations.rules == [.accessIsExplained])
    #expect(prompt.questions.all.isEmpty)
    #expect(library.authorizationStatus(for: .readWrite) == .notDetermined)
  }
}
