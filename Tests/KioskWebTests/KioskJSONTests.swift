import Testing

@testable import KioskWeb

@Suite struct KioskJSONTests {
  @Test("a body that is no such object is refused with its place, and the decoder's error is kept")
  func refusal() {
    let failure = #expect(throws: WebFailure.self) {
      try KioskJSON.value(Array("{\"countdown\": \"three\"}".utf8), as: KioskOrder.self)
    }
    #expect(failure?.status == 400 && failure?.message.contains("countdown") == true)
    #expect(failure?.underlying is DecodingError)
  }

  @Test("a configuration is told of without secrets")
  func secrets() throws {
    let arguments = [
      "--pin", "2468", "--pin=2468", "--mqtt", "mqtt://anna:t@lips/9@broker.lan:1883", "--title", "A & B",
    ]
    #expect(
      KioskJSON.text(PlainJSON(withoutSecretsIn: arguments))
        == #"["--pin","(hidden)","--pin=(hidden)","--mqtt","mqtt://(hidden)@broker.lan:1883","--title","A & B"]"#)
    let file =
      Array(
        #"{"booth": {"mqttPassword": "tulips", "copies": 3, "printer": "ipp://anna:tulips@printer/ipp", "n": [true, null]},"#
          .utf8) + Array(#""library": "postgres://db/p?password=tulips&sslmode=require&key=tulips"}"#.utf8)
    #expect(
      KioskJSON.text(try KioskJSON.value(file, as: PlainJSON.self).withoutSecrets)
        == #"{"booth":{"copies":3,"mqttPassword":"(hidden)","n":[true,null],"printer":"ipp://(hidden)@printer/ipp"},"#
        + #""library":"postgres://db/p?password=(hidden)&sslmode=require&key=(hidden)"}"#)
  }

  @Test("times are sent under the names that pages know, in seconds")
  func times() {
    #expect(
      KioskJSON.text(KioskState.Countdown(shot: 1, length: 3, remainingSeconds: 2.5, step: 3))
        == #"{"length":3,"remaining":2.5,"shot":1,"step":3}"#)
    #expect(
      KioskJSON.text(KioskState.MovieShape(preRollSeconds: 1.5, postRollSeconds: 1, hasSound: true))
        == #"{"hasSound":true,"postRoll":1,"preRoll":1.5}"#)
    #expect(
      KioskJSON.text(KioskAsset.Movie(durationSeconds: 3, keyTimeSeconds: 1.5)) == #"{"duration":3,"keyTime":1.5}"#)
    let report = KioskReport(uptimeSeconds: 7, path: "/photos", settings: KioskSettings(modes: [.live]))
    #expect(KioskJSON.text(report).contains(#""uptime":7"#))
  }
}
