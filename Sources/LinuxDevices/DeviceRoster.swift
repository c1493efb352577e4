import CaptureDevices

/// The roster of devices: which are there, and which have come and gone by what is heard and seen of them.
///
/// Nothing is asked of the kernel here. What is heard (uevents, changes in folders) says where to look; what is seen
/// there says what has happened. A device has come when its file is there and answers as a camera or microphone: the
/// file may appear after the uevent, and get its permissions later still. It has gone when its file has, or is another
/// one, or when the kernel says so.
///
/// What is heard may be old news by the time of looking, and is heard on two ways that know nothing of each other.
/// Two things keep them apart: whether the file is the same, and the number that uevents had when it was looked at. A
/// removal with a lower number was an earlier device's.
struct DeviceRoster: Sendable {
  enum Device: Sendable {
    case camera(V4L2Catalog.Camera)
    case microphone(AudioDevice)

    func event(isConnected: Bool) -> DeviceEvent {
      switch self {
      case .camera(let camera): isConnected ? .videoConnected(camera.device) : .videoDisconnected(camera.device)
      case .microphone(let device): isConnected ? .audioConnected(device) : .audioDisconnected(device)
      }
    }
  }

  struct Finding: Sendable {
    enum State: Sendable {
      // No file, or one without a device behind it.
      case absent
      // Not to be opened, or not a camera or microphone.
      case unusable
      case there(Device)
    }
    let state: State
    let identity: FileIdentity?
    // The number of the last uevent before it was looked at.
    let number: UInt64
  }

  private var entries: [DeviceFile: (device: Device, identity: FileIdentity?, number: UInt64)] = [:]
  // Files with no device behind them yet: the kernel makes a camera's node, and says so, a moment before it lets
  // anybody open it. When its driver is done, that is heard, too.
  private var unready: Set<DeviceFile> = []

  /// The devices that are there, cameras first, by number.
  var present: [Device] { files(in: .everywhere).compactMap { entries[$0]?.device } }

  /// The files of devices that are there, in a place, cameras first, by number.
  func files(in place: DevicePlace) -> [DeviceFile] {
    func order(_ file: DeviceFile) -> (Int, Int, Int) {
      switch file {
      case .camera(let number): (0, number, 0)
      case .microphone(let card, let device): (1, card, device)
      }
    }
    return entries.keys.filter(place.contains).sorted { order($0) < order($1) }
  }

  /// Tells whether a device is there by this file, which has not been replaced.
  func holds(_ file: DeviceFile, _ identity: FileIdentity?) -> Bool {
    entries[file].map { $0.identity == identity && identity != nil } ?? false
  }

  /// Takes in a uevent and returns its consequences: devices that have gone, and places to look at.
  mutating func hear(_ event: UEvent) -> (events: [DeviceEvent], places: [DevicePlace]) {
    if event.action == .bind { return ([], unready.map { .file($0) }) }
    guard ["video4linux", "sound"].contains(event.subsystem) else { return ([], []) }
    // Cards themselves have no node, but a name like one.
    let name = (event.node ?? event.path).split(separator: "/").last ?? ""
    guard let place = DevicePlace(name: name) else { return ([], []) }
    switch event.action {
    case .remove:
      // The file's device; or with the card itself, whatever is left of it. Its other files do not matter.
      if let file = DeviceFile(name: name) { return (remove(.file(file), before: event.number), []) }
      return (name.hasPrefix("card") ? remove(place, before: event.number) : [], [])
    case .add, .change, .online, .move: return ([], [place])
    case .offline, .bind, .unbind: return ([], [])
    }
  }

  /// Takes in what was seen at a file and returns its consequences: a device that has gone, come, or both.
  mutating func see(_ finding: Finding, at file: DeviceFile) -> [DeviceEvent] {
    var events: [DeviceEvent] = []
    if case .absent = finding.state, finding.identity != nil {
      unready.insert(file)
    } else {
      unready.remove(file)
    }
    if let entry = entries[file] {
      if case .absent = finding.state {} else if entry.identity == finding.identity { return [] }
      entries[file] = nil
      events.append(entry.device.event(isConnected: false))
    }
    guard case .there(let device) = finding.state else { return events }
    let named = named(device)
    entries[file] = (named, finding.identity, finding.number)
    return events + [named.event(isConnected: true)]
  }

  private mutating func remove(_ place: DevicePlace, before number: UInt64) -> [DeviceEvent] {
    var events: [DeviceEvent] = []
    for file in files(in: place) {
      guard let entry = entries[file], entry.number < number else { continue }
      entries[file] = nil
      events.append(entry.device.event(isConnected: false))
    }
    return events
  }

  // A camera whose identifier another one has gets the one that the catalog's list would give it now. Those that are
  // there keep theirs: whoever was told of them knows them by it.
  private func named(_ device: Device) -> Device {
    guard case .camera(let camera) = device else { return device }
    var cameras = [camera]
    for case .camera(let other) in entries.values.map(\.device) { cameras.append(other) }
    let alike = V4L2Catalog.distinguished(cameras).first { $0.number == camera.number }
    return .camera(alike ?? camera)
  }
}
