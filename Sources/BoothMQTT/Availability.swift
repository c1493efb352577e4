/// The words of the topic that tells whether a booth is connected: Home Assistant's usual ones.
enum Availability {
  static let online = "online"
  static let offline = "offline"
}
