/// One row of a drawing: what happened to one thing, in time.
struct CourseLane {
  /// The kind of thing that a lane is about.
  enum Subject: String {
    case steps, session, camera, microphone, badge, capture, file
  }

  /// A stretch of time, in nanoseconds from the beginning of the drawing.
  struct Span {
    /// The appearance of a span: its colour and its shape.
    enum Look: String {
      case delivered, lost, missing, away, running, interrupted, gathering, making
    }

    let look: Look
    let begin: Int64
    let end: Int64
    /// The text within the span where there is room for it.
    var label = ""
    /// The text that is shown when the pointer is over the span.
    let title: String
  }

  /// An instant, with a letter or a few words.
  struct Mark {
    let text: String
    var isError = false
    let title: String
  }

  /// The event at an instant, and the one that was expected there.
  struct Column {
    /// The time from the beginning of the drawing.
    let nanoseconds: Int64
    var came: Mark?
    var expected: Mark?
    var isParted = false
  }

  let subject: Subject
  let name: String
  var spans: [Span] = []
  var columns: [Column] = []
  /// The instants at which the shutter was pressed.
  var presses: [(nanoseconds: Int64, title: String)] = []
  /// A counter's values from these instants on.
  var values: [(nanoseconds: Int64, value: Int)] = []

  /// Indicates whether two rows are drawn: expected marks above those that came.
  var isCompared: Bool { columns.contains(where: \.isParted) }
}

extension CourseLane.Column {
  init(_ nanoseconds: Int64, _ mark: CourseLane.Mark) {
    self.init(nanoseconds: nanoseconds, came: mark)
  }
}
