import Diagnostics
import LiveCapture
import LivePhotoFiles
import MediaCore

extension CaptureTimings {
  /// The object `timings` of `shoot --timings --json`, which the article ShootOutput describes. Times are in seconds;
  /// what is not known is left out.
  var json: JSONObject {
    var (stages, latencies, instants): (JSONObject, JSONObject, JSONObject) = ([:], [:], [:])
    for stage in work.stages {
      var object = work[stage].json
      object["longest"] = Double(work[stage].longestNanoseconds) / 1e9
      if reusedWork[stage].count > 0 { object["reused"] = reusedWork[stage].json }
      stages[stage.rawValue] = object
    }
    for latency in CaptureLatency.allCases { latencies[latency.rawValue] = self[latency]?.seconds }
    for (mark, time) in marks { instants[mark.rawValue] = time.seconds }
    let errors: JSONObject = [
      "shutter": shutterError?.seconds, "preRoll": preRoll?.json, "postRoll": postRoll?.json,
      "sound": sound.map { sound -> JSONObject in
        ["error": sound.error.seconds, "uncertainty": sound.uncertainty.seconds, "driftPPM": sound.driftPPM]
      },
    ]
    return [
      "stages": stages, "latencies": latencies, "marks": instants, "errors": errors,
      "timestampInstant": timestampInstant.rawValue,
    ]
  }
}

extension StageTotals {
  fileprivate var json: JSONObject {
    ["count": count, "wall": Double(wallNanoseconds) / 1e9, "cpu": Double(processorNanoseconds) / 1e9]
  }
}

extension CaptureTimings.Roll {
  fileprivate var json: JSONObject {
    ["asked": asked.seconds, "obtained": obtained.seconds, "error": error.seconds]
  }
}
