import ISOBoxes
import MovieCoding
import Testing

/// Movies with exactly one thing changed. `moov` is the last box of what livecam writes, so it can have any size.
enum Tampering {
  /// A movie whose description is edited.
  static func movie(_ bytes: [UInt8], _ edit: (inout ContainerBox) throws -> Void) throws -> [UInt8] {
    let file = try MovieReader().read(bytes)
    let start = try #require(file.outline.first { $0.header.type == "moov" }).offset
    var box = file.box
    try edit(&box)
    return Array(bytes[..<start]) + (try box.encoded())
  }

  /// The place of the still's track among the tracks.
  static let stillTrack = -1
}

extension ContainerBox {
  /// Edits the first box of a kind at the end of a path of containers; below `trak`, in the track of that place.
  mutating func change<Kind: Box>(
    _ kind: Kind.Type, at path: [FourCC] = [], track: Int? = nil, _ edit: (inout Kind) throws -> Void
  ) throws {
    if let track {
      let places = children.indices.filter { (children[$0] as? ContainerBox)?.type == "trak" }
      let place = track < 0 ? places[places.count + track] : places[track]
      var box = try #require(children[place] as? ContainerBox)
      try box.change(kind, at: path, edit)
      children[place] = box
      return
    }
    guard let next = path.first else {
      let place = try #require(children.firstIndex { $0 is Kind })
      var box = try #require(children[place] as? Kind)
      try edit(&box)
      children[place] = box
      return
    }
    let place = try #require(children.firstIndex { ($0 as? ContainerBox)?.type == next })
    var box = try #require(children[place] as? ContainerBox)
    try box.change(kind, at: Array(path.dropFirst()), edit)
    children[place] = box
  }

  /// Edits a track as a whole.
  mutating func changeTrack(_ track: Int, _ edit: (inout ContainerBox) throws -> Void) throws {
    let places = children.indices.filter { (children[$0] as? ContainerBox)?.type == "trak" }
    let place = track < 0 ? places[places.count + track] : places[track]
    var box = try #require(children[place] as? ContainerBox)
    try edit(&box)
    children[place] = box
  }

  /// Removes a track.
  mutating func removeTrack(_ track: Int) {
    let places = children.indices.filter { (children[$0] as? ContainerBox)?.type == "trak" }
    children.remove(at: track < 0 ? places[places.count + track] : places[track])
  }
}
