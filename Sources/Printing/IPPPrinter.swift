import CCUPS
public import MediaCore

/// A printer that speaks IPP, as all of the last years do, asked directly or through a queue of CUPS.
public final class IPPPrinter: Printer {
  private let cups: LibCUPS
  private let place: PrinterPlace
  private let media: String?

  /// Creates a printer by its address, such as `ipp://192.168.1.9/ipp/print`, or by its queue's name. It is not asked
  /// yet.
  ///
  /// `media` is the paper's name, such as `na_index-4x6_4x6in`; `nil` for the printer's own choice.
  /// - Throws: ``PrinterError`` with `.refused` for what is no printer or no paper, or without CUPS's library.
  public init(_ destination: String, media: String? = nil) throws(PrinterError) {
    cups = try LibCUPS()
    place = try PrinterPlace(destination, cups)
    self.media = media
    if let media, cups.calls.pwgMediaForPWG(media) == nil { throw Self.noPaper(place.name, media) }
  }

  /// The queue's name, or the host of the address.
  public var name: String { place.name }

  private static func noPaper(_ printer: String, _ media: String) -> PrinterError {
    PrinterError(
      .refused, context: printer,
      message: "\(media) is no paper's name. Name one such as na_index-4x6_4x6in or jpn_hagaki_100x148mm.")
  }

  // MARK: How it is

  private static let attributes = [
    "printer-state", "printer-state-reasons", "printer-state-message", "printer-is-accepting-jobs",
    "document-format-supported", "media-default", "media-ready", "media-supported",
    "printer-resolution-default",
    "media-left-margin-supported", "media-right-margin-supported", "media-top-margin-supported",
    "media-bottom-margin-supported", "media-col-supported", "print-scaling-supported",
  ]

  /// Asks the printer for its condition and its paper.
  /// - Throws: ``PrinterError``; `.refused` for a printer that takes no JPEG.
  public func look() throws(PrinterError) -> PrinterReport {
    let answer = try survey(IPPExchange(cups, place))
    let formats = answer.texts("document-format-supported")
    guard formats.contains("image/jpeg") else {
      throw PrinterError(
        .refused, context: place.name,
        message: "the printer takes no JPEG. Set up a queue of CUPS for it, and name that in place of its address."
      )
    }
    let message = answer.texts("printer-state-message").first.flatMap { $0.isEmpty ? nil : $0 }
    return PrinterReport(
      condition: Self.condition(answer), message: message, paper: try Sheet(answer, media, cups, place.name).paper)
  }

  private func survey(_ exchange: IPPExchange) throws(PrinterError) -> IPPGroup {
    let request = try exchange.request(IPP_OP_GET_PRINTER_ATTRIBUTES)
    request.want(Self.attributes)
    return try exchange.ask(request)
  }

  private static let words: KeyValuePairs<String, PrinterReport.Condition> = [
    "media-jam": .jam, "cover-open": .open, "door-open": .open, "interlock-open": .open, "media-empty": .paperOut,
    "media-needed": .paperOut, "marker-supply-empty": .inkOut, "toner-empty": .inkOut, "offline": .away,
    "connecting-to-device": .away, "timed-out": .away, "shutdown": .away,
  ]

  // A queue of CUPS whose printer is off says so in words alone, and goes on trying.
  private static let messages = [
    "may not exist or is unavailable", "is not responding", "is unreachable", "Unable to locate printer",
    "Unable to contact printer",
  ]

  private static func condition(_ answer: IPPGroup) -> PrinterReport.Condition {
    let reasons = answer.texts("printer-state-reasons").map { reason in
      for ending in ["-report", "-warning", "-error"] where reason.hasSuffix(ending) {
        return String(reason.dropLast(ending.utf8.count))
      }
      return reason
    }
    if let word = words.first(where: { reasons.contains($0.key) }) { return word.value }
    guard answer.bools("printer-is-accepting-jobs").first ?? true else { return .stopped }
    switch ipp_pstate_t(UInt32(clamping: answer.numbers("printer-state").first ?? 3)) {
    case IPP_PSTATE_STOPPED: return .stopped
    case IPP_PSTATE_PROCESSING:
      let message = answer.texts("printer-state-message").joined()
      return messages.contains(where: message.contains) ? .away : .printing
    default: return .ready
    }
  }

  // MARK: Jobs

  /// Hands over a JPEG.
  /// - Throws: ``PrinterError``.
  public func submit(_ jpeg: [UInt8], _ ticket: PrintTicket) throws(PrinterError) -> Int {
    let exchange = try IPPExchange(cups, place)
    let survey = try survey(exchange)
    let request = try exchange.request(IPP_OP_PRINT_JOB)
    request.add(IPP_TAG_OPERATION, IPP_TAG_NAME, "job-name", ticket.title)
    request.add(IPP_TAG_OPERATION, IPP_TAG_MIMETYPE, "document-format", "image/jpeg")
    request.add(IPP_TAG_JOB, IPP_TAG_INTEGER, "copies", ticket.copies)
    let sheet = try Sheet(survey, media, cups, place.name)
    if survey.texts("media-col-supported").contains("media-left-margin"), let collection = sheet.collection(cups) {
      request.add(IPP_TAG_JOB, "media-col", collection)
    } else {
      request.add(IPP_TAG_JOB, IPP_TAG_KEYWORD, "media", sheet.paper.name)
    }
    // The picture has the sheet's size; printers may round otherwise.
    if survey.texts("print-scaling-supported").contains("fill") {
      request.add(IPP_TAG_JOB, IPP_TAG_KEYWORD, "print-scaling", "fill")
    }
    guard let job = try exchange.ask(request, sending: jpeg).numbers("job-id").first else {
      throw PrinterError(.refused, context: place.name, message: "the printer took the picture and gave it no number.")
    }
    return job
  }

  /// Returns the progress of a job.
  /// - Throws: ``PrinterError``.
  public func progress(of job: Int) throws(PrinterError) -> PrintProgress {
    let exchange = try IPPExchange(cups, place)
    let request = try exchange.request(IPP_OP_GET_JOB_ATTRIBUTES, job: job)
    request.want(["job-state", "job-state-reasons", "job-state-message"])
    let answer = try exchange.ask(request)
    switch ipp_jstate_t(UInt32(clamping: answer.numbers("job-state").first ?? 0)) {
    case IPP_JSTATE_PENDING, IPP_JSTATE_HELD: return .waiting
    case IPP_JSTATE_PROCESSING, IPP_JSTATE_STOPPED: return .printing
    case IPP_JSTATE_COMPLETED: return .done
    default:
      let reasons = answer.texts("job-state-message") + answer.texts("job-state-reasons")
      return .failed(reasons.first { !$0.isEmpty } ?? "no reason given")
    }
  }

  /// Ends a job.
  /// - Throws: ``PrinterError``.
  public func cancel(_ job: Int) throws(PrinterError) {
    let exchange = try IPPExchange(cups, place)
    _ = try exchange.ask(exchange.request(IPP_OP_CANCEL_JOB, job: job))
  }
}

extension IPPPrinter {
  /// The sheet that pictures go on; sizes in hundredths of a millimetre.
  private struct Sheet {
    private let width: Int
    private let height: Int
    private let margins: [(name: String, value: Int)]
    let paper: PrintPaper

    // A picture of more dots an inch would be larger, and no eye would see it.
    private static let mostDots = 300
    private static let fewestDots = 150

    init(_ printer: IPPGroup, _ media: String?, _ cups: LibCUPS, _ printerName: String) throws(PrinterError) {
      // A queue may not know its default; where there is one paper alone, it is that.
      let supported = printer.texts("media-supported")
      let names =
        printer.texts("media-default") + printer.texts("media-ready") + (supported.count == 1 ? supported : [])
      let known = (media.map { [$0] } ?? names).lazy.compactMap { name in
        cups.calls.pwgMediaForPWG(name).map { (name: name, size: $0.pointee) }
      }
      guard let (name, size) = known.first(where: { $0.size.width > 0 && $0.size.length > 0 }) else {
        throw PrinterError(
          .refused, context: printerName,
          message: "the printer does not say what paper it has. Name it by --media, such as na_index-4x6_4x6in.")
      }
      (width, height) = (Int(size.width), Int(size.length))
      let borders = ["left", "right", "top", "bottom"].map { side in
        (name: side, value: max(0, printer.numbers("media-\(side)-margin-supported").min() ?? 0))
      }
      margins = borders
      let dots = min(
        max(printer.resolutions("printer-resolution-default").first ?? 300, Self.fewestDots), Self.mostDots)
      // An even number of pixels, of at most a metre.
      func pixels(_ length: Int32, _ first: Int, _ second: Int) -> Int {
        max(2, min(100_000, Int(length) - borders[first].value - borders[second].value) * dots / 2540 & ~1)
      }
      paper = PrintPaper(name: name, width: pixels(size.width, 0, 1), height: pixels(size.length, 2, 3))
    }

    /// Returns the paper for a printer that takes margins: without them, one that prints to the edge leaves a border.
    func collection(_ cups: LibCUPS) -> IPPGroup? {
      guard let size = cups.calls.ippNew(), let sheet = cups.calls.ippNew() else { return nil }
      let (sizes, collection) = (IPPGroup(cups, size), IPPGroup(cups, sheet))
      sizes.add(IPP_TAG_ZERO, IPP_TAG_INTEGER, "x-dimension", width)
      sizes.add(IPP_TAG_ZERO, IPP_TAG_INTEGER, "y-dimension", height)
      collection.add(IPP_TAG_ZERO, "media-size", sizes)
      for margin in margins {
        collection.add(IPP_TAG_ZERO, IPP_TAG_INTEGER, "media-\(margin.name)-margin", margin.value)
      }
      return collection
    }
  }
}
