package import LiveCapture
import MediaCore

/// A photo output of a script's session.
package final class ScriptOutput: Sendable {
  let plan: CaptureScript.Output?
  /// The output's name in the log; `nil` if it is the session's only one.
  let label: String?
  package let photo = PhotoOutput()

  init(_ plan: CaptureScript.Output? = nil, isAlone: Bool = true) {
    self.plan = plan
    label = isAlone ? nil : plan?.name
  }

  /// The pixel format in which RAW stills are requested: the camera's first, or one that the camera does not have.
  var rawFormat: PixelFormat? { photo.availableRawPhotoPixelFormatTypes.first ?? PixelFormat("RGGB") }

  func switchFeature(_ feature: CaptureScript.Feature, _ isOn: Bool) throws(CaptureError) {
    switch feature {
    case .zeroShutterLag: try photo.setZeroShutterLagEnabled(isOn)
    case .responsive: try photo.setResponsiveCaptureEnabled(isOn)
    case .fastCapture: try photo.setFastCapturePrioritizationEnabled(isOn)
    case .deferred: try photo.setAutoDeferredPhotoDeliveryEnabled(isOn)
    case .preservesSuspension: photo.preservesLivePhotoCaptureSuspendedOnSessionStop = isOn
    }
  }

  func setUp(_ script: CaptureScript) throws {
    let session = script.session
    if try script.isLive(plan, isSupported: photo.isLivePhotoCaptureSupported) {
      try photo.setLivePhotoCaptureEnabled(true)
    }
    for feature in CaptureScript.Feature.allCases {
      if let isOn = plan?.features[feature] ?? session.features[feature] { try switchFeature(feature, isOn) }
    }
    photo.maxPhotoQualityPrioritization = plan?.maximumQuality ?? session.maximumQuality
  }
}

struct ScriptOutputCourse {
  /// Its name; `nil` for the usual one.
  let name: String?
  /// The output's name in the log; `nil` if it is the session's only one.
  let label: String?
  let calls: [DelegateCall]
  let counts: [Int]
  let readiness: [String]

  /// Behind what messages are about: ` of front`.
  var suffix: String { label.map { " of \($0)" } ?? "" }

  /// Returns the calls of all outputs by time, each with the index of its output; calls at one instant are in the order
  /// of the outputs.
  static func merged(_ courses: [ScriptOutputCourse]) -> [(output: Int, call: DelegateCall)] {
    var rests = courses.map { $0.calls[...] }
    var merged: [(output: Int, call: DelegateCall)] = []
    // What one output told stays in its order.
    while let next = rests.indices.filter({ !rests[$0].isEmpty }).min(by: { left, right in
      (rests[left].first?.time ?? .zero, left) < (rests[right].first?.time ?? .zero, right)
    }) {
      merged.append((next, rests[next].removeFirst()))
    }
    return merged
  }

  static func totals(_ courses: [ScriptOutputCourse]) -> [Int] {
    guard courses.count > 1 else { return courses.first?.counts ?? [] }
    var values = courses.map { $0.counts.first ?? 0 }
    var rests = courses.map { $0.counts.dropFirst() }
    var totals = [values.reduce(0, +)]
    for (output, call) in merged(courses) where call.badgeChange != nil {
      guard let value = rests[output].popFirst() else { continue }
      values[output] = value
      totals.append(values.reduce(0, +))
    }
    return totals
  }
}
