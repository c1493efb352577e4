/// Dates as people of a language write them on a picture.
enum DateWords {
  private static let english = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let german = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
    "Dezember",
  ]

  static func date(year: Int, month: Int, day: Int, in language: String) -> String {
    guard (1...12).contains(month) else { return "" }
    return switch language {
    case "de": "\(day). \(german[month - 1]) \(year)"
    case "zh": "\(year)年\(month)月\(day)日"
    default: "\(day) \(english[month - 1]) \(year)"
    }
  }
}
