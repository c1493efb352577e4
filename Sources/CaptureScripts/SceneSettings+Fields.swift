import MediaCore
import Simulator

extension SceneSettings {
  static var fields: [ScriptField<Self>] {
    [
      ScriptField("seed", \.seed) { UInt64(try $0.int(in: 0...Int.max)) },
      ScriptField("latency", \.frameLatency) { try $0.time(in: 0...10) },
      ScriptField("jitter", \.timestampJitter) { try $0.time(in: 0...1) },
      ScriptField("skew", \.microphoneSkewPPM) { try $0.number(in: -1000...1000) },
      ScriptField("audioJitter", \.audioReadingJitter) { try $0.time(in: 0...1) },
      ScriptField("noise", \.noiseLevel) { try $0.text() == "none" ? nil : try $0.number(in: -120...0) },
      ScriptField("jpegQuality", \.jpegQuality) { try $0.int(in: 1...100) },
      ScriptField("sampleFormat", \.sampleFormat) {
        try $0.choice([("s16", .s16), ("s32", .s32), ("float", .float)])
      },
    ]
  }
}
