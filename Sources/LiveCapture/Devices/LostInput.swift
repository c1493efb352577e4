/// An input that should deliver, and why it does not.
struct LostInput {
  let input: DeviceInput
  let error: CaptureError
}
