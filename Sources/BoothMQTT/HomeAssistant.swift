import KioskWeb

/// The messages by which Home Assistant finds a booth: one for each thing that it shows or that can be pressed there.
struct HomeAssistant: Sendable {
  let prefix: String
  let topics: BoothTopics
  let version: String

  private struct Device: Encodable {
    let identifiers: [String]
    let name: String
    let manufacturer = "livecam"
    let model = "Photo booth"
    let version: String?
    let url: String

    private enum CodingKeys: String, CodingKey {
      case identifiers, name, manufacturer, model
      case version = "sw_version"
      case url = "configuration_url"
    }
  }

  private struct Origin: Encodable {
    let name = "livecam"
    let version: String?

    private enum CodingKeys: String, CodingKey {
      case name
      case version = "sw_version"
    }
  }

  /// What stands in one of the messages; members of `nil` are left out.
  private struct Entity: Encodable {
    let name: String
    let id: String
    let availability: String
    let device: Device
    let origin: Origin
    var icon: String?
    var category: String?
    var kind: String?
    var state: String?
    var template: String?
    var options: [String]?
    var command: String?
    var press: String?
    var min: Int?
    var max: Int?
    var step: Int?
    var unit: String?
    var quality: Int?

    private enum CodingKeys: String, CodingKey {
      case name, device, origin, icon, options, min, max, step
      case id = "unique_id"
      case availability = "availability_topic"
      case category = "entity_category"
      case kind = "device_class"
      case state = "state_topic"
      case template = "value_template"
      case command = "command_topic"
      case press = "payload_press"
      case unit = "unit_of_measurement"
      case quality = "qos"
    }
  }

  /// The messages for a booth in a state.
  func messages(_ state: KioskFleetState) -> [BrokerMessage] {
    let device = Device(
      identifiers: [topics.identifier], name: state.name, version: version.isEmpty ? nil : version,
      url: state.url + "/operator")
    func entity(_ platform: String, _ key: String, _ name: String, _ fill: (inout Entity) -> Void) -> BrokerMessage {
      var entity = Entity(
        name: name, id: "\(topics.identifier)_\(key)", availability: topics.availability, device: device,
        origin: Origin(version: device.version))
      fill(&entity)
      if entity.command != nil { entity.quality = 1 }
      if entity.template != nil { entity.state = topics.state }
      return BrokerMessage(
        "\(prefix)/\(platform)/\(topics.identifier)/\(key)/config", KioskJSON.text(entity), isRetained: true)
    }
    return [
      entity("sensor", "phase", "Phase") {
        ($0.kind, $0.icon, $0.template) = ("enum", "mdi:camera-timer", "{{ value_json.phase }}")
        $0.options = KioskState.Phase.allCases.map(\.rawValue)
      },
      entity("binary_sensor", "live", "LIVE") {
        ($0.icon, $0.template) = ("mdi:motion-play", "{{ 'ON' if value_json.live > 0 else 'OFF' }}")
      },
      entity("binary_sensor", "camera", "Camera") {
        ($0.kind, $0.category) = ("connectivity", "diagnostic")
        $0.template = "{{ 'ON' if value_json.camera is defined and value_json.camera.state == 'running' else 'OFF' }}"
      },
      entity("button", "trigger", "Take a picture") {
        ($0.icon, $0.command, $0.press) = ("mdi:camera", topics.command("trigger"), BoothCommands.press)
      },
      entity("select", "mode", "Kind of picture") {
        ($0.icon, $0.category, $0.options) = ("mdi:image-multiple", "config", state.modes)
        ($0.command, $0.template) = (topics.command("mode"), "{{ value_json.mode }}")
      },
      entity("number", "countdown", "Countdown") {
        ($0.icon, $0.category, $0.unit) = ("mdi:timer", "config", "s")
        ($0.min, $0.max, $0.step) = (0, 10, 1)
        ($0.command, $0.template) = (topics.command("countdown"), "{{ value_json.countdown }}")
      },
    ]
  }
}
