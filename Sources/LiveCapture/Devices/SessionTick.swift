/// An instant that is asked of the clock.
enum SessionTick: Hashable {
  case stallCheck
  case retry(ObjectIdentifier)
  /// Start a stalled device anew.
  case restart(ObjectIdentifier)
  /// Cameras have rested from pressure.
  case pressureEnd
}
