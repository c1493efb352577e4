public import MediaCore

/// The values of controls before they were set, so that a camera can be left as it was found.
///
/// Drivers keep values when the camera is closed, for every program. To avoid that, call ``remember(_:of:)`` before you
/// set a control, and ``restore(on:)`` before you close the camera.
public struct ControlRestoration: Sendable {
  /// The values in the order in which the controls were first touched, with V4L2's numbers for them.
  private var entries: [(id: UInt32, value: Int64)] = []

  /// Creates a list without controls to restore.
  public init() {}

  /// Remembers the present value of a control, unless an earlier one is remembered already.
  ///
  /// Controls without a value to read, such as buttons, have nothing to be restored.
  /// - Throws: ``DeviceError`` for what reading it led to; then nothing is remembered.
  public mutating func remember(_ id: UInt32, of source: any ControlledCamera) throws(DeviceError) {
    guard !entries.contains(where: { $0.id == id }),
      source.device.controls.first(where: { $0.id == id })?.kind != .button
    else { return }
    entries.append((id, try source.value(ofControl: id)))
  }

  /// Sets every remembered control back, the last one first: what could be set only because an automatic control was
  /// switched off is set before that is switched on again. Then nothing is remembered.
  ///
  /// Controls that have the old value already are left alone.
  /// - Throws: The first ``DeviceError``, after all have been tried; a camera that has gone is one.
  public mutating func restore(on source: any ControlledCamera) throws(DeviceError) {
    var first: DeviceError?
    for entry in entries.reversed() {
      do throws(DeviceError) {
        if try source.value(ofControl: entry.id) != entry.value { try source.setControl(entry.id, to: entry.value) }
      } catch {
        first = first ?? error
      }
    }
    entries = []
    if let first { throw first }
  }
}
