import ISOBoxes

extension MovieEditor {
  /// Removes the edit lists, so that every sample is shown at its own time: for readers of samples, to whom edits are
  /// in the way. Sound and timed metadata may no longer fit to the pictures.
  package mutating func removeEdits() {
    updateTracks { $0.box.remove("edts") }
  }
}
