public import MediaCore

/// The time that the pieces of work of one stage took together.
public struct StageTotals: Sendable, Hashable {
  /// The number of pieces.
  public var count = 0
  /// The elapsed time of all pieces together, in nanoseconds.
  public var wallNanoseconds: Int64 = 0
  /// The processor time of the calling threads, of all pieces together, in nanoseconds.
  public var processorNanoseconds: Int64 = 0
  /// The elapsed time of the longest piece, in nanoseconds.
  public var longestNanoseconds: Int64 = 0

  /// Creates a profile of no work.
  public init() {}

  /// Creates the totals of one piece of work.
  public init(_ span: StageSpan) {
    (count, wallNanoseconds, processorNanoseconds) = (1, span.wallNanoseconds, span.processorNanoseconds)
    longestNanoseconds = wallNanoseconds
  }

  /// Takes in other pieces of the same stage.
  public mutating func add(_ other: StageTotals) {
    count += other.count
    wallNanoseconds += other.wallNanoseconds
    processorNanoseconds += other.processorNanoseconds
    longestNanoseconds = max(longestNanoseconds, other.longestNanoseconds)
  }
}

/// The time that each stage took. Its size does not grow with the pieces of work.
public struct StageProfile: Sendable, Hashable {
  private var totals: [CaptureStage: StageTotals] = [:]

  /// Creates a profile of no work.
  public init() {}

  /// The time that a stage took; no work, if there was none.
  public subscript(stage: CaptureStage) -> StageTotals { totals[stage] ?? StageTotals() }

  /// The stages of which there was work, in the order of ``CaptureStage``.
  public var stages: [CaptureStage] { CaptureStage.allCases.filter { totals[$0] != nil } }

  /// A Boolean value that indicates whether there was no work.
  public var isEmpty: Bool { totals.isEmpty }

  /// Nanoseconds of all stages together. Stages may have been at work at the same time.
  public var wallNanoseconds: Int64 { totals.values.reduce(0) { $0 + $1.wallNanoseconds } }

  /// Takes in pieces of work.
  public mutating func add(_ pieces: StageTotals, to stage: CaptureStage) {
    totals[stage, default: .init()].add(pieces)
  }

  /// Takes in one piece of work.
  public mutating func add(_ span: StageSpan, to stage: CaptureStage) { add(StageTotals(span), to: stage) }

  /// Takes in all that another profile holds.
  public mutating func add(_ other: StageProfile) { for (stage, pieces) in other.totals { add(pieces, to: stage) } }
}
