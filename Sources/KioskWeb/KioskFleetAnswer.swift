/// The answer to who asks for the fleet.
struct KioskFleetAnswer: Encodable {
  let booths: [KioskFleetMember]
  let broker: KioskReport.Broker
}
