/// V4L2's numbers for the controls that photography needs (`V4L2_CID_…` of `linux/v4l2-controls.h`).
///
/// Every world of devices uses these numbers, so that what is written over ``VideoSource`` works with all of them.
public enum CameraControlNumber {
  /// The brightness of the finished picture, which does not change the exposure. `V4L2_CID_BRIGHTNESS`.
  public static let brightness: UInt32 = 0x98_0900
  /// The switch of automatic white balance. `V4L2_CID_AUTO_WHITE_BALANCE`.
  public static let automaticWhiteBalance: UInt32 = 0x98_090c
  /// The switch of automatic gain. `V4L2_CID_AUTOGAIN`.
  public static let automaticGain: UInt32 = 0x98_0912
  /// The gain, in the manufacturer's own unit. `V4L2_CID_GAIN`.
  public static let gain: UInt32 = 0x98_0913
  /// The frequency of lamps whose flicker is suppressed, a menu. `V4L2_CID_POWER_LINE_FREQUENCY`.
  public static let powerLineFrequency: UInt32 = 0x98_0918
  /// White balance by the light's temperature, in kelvin. `V4L2_CID_WHITE_BALANCE_TEMPERATURE`.
  public static let whiteBalanceTemperature: UInt32 = 0x98_091a
  /// The ruling of exposure time and iris. `V4L2_CID_EXPOSURE_AUTO`.
  public static let exposureMode: UInt32 = 0x9a_0901
  /// The exposure time in units of 100 µs. `V4L2_CID_EXPOSURE_ABSOLUTE`.
  public static let exposureTime: UInt32 = 0x9a_0902
  /// The focus of the lens, in units of the maker's own; greater is nearer. `V4L2_CID_FOCUS_ABSOLUTE`.
  public static let focus: UInt32 = 0x9a_090a
  /// The switch of automatic focus. `V4L2_CID_FOCUS_AUTO`.
  public static let automaticFocus: UInt32 = 0x9a_090c
  /// The lens's focal length, in the manufacturer's own unit. `V4L2_CID_ZOOM_ABSOLUTE`.
  public static let zoom: UInt32 = 0x9a_090d
  /// The aim of automatic exposure beside its target, a menu in 0.001 EV. `V4L2_CID_AUTO_EXPOSURE_BIAS`.
  public static let exposureBias: UInt32 = 0x9a_0913
  /// The sensitivity, a menu in units of 0.001 ISO. `V4L2_CID_ISO_SENSITIVITY`.
  public static let iso: UInt32 = 0x9a_0917
  /// The switch of automatic sensitivity. `V4L2_CID_ISO_SENSITIVITY_AUTO`.
  public static let automaticISO: UInt32 = 0x9a_0918
  /// The direction in which the camera looks, a menu that cannot be set: 0 at the user, 1 away, 2 plugged in.
  /// `V4L2_CID_CAMERA_ORIENTATION`.
  public static let orientation: UInt32 = 0x9a_0922
  /// Bits that lock exposure, white balance and focus at their present values. `V4L2_CID_3A_LOCK`.
  public static let locks: UInt32 = 0x9a_091b
  /// Focuses once; a button. `V4L2_CID_AUTO_FOCUS_START`.
  public static let focusOnce: UInt32 = 0x9a_091c
  /// The use of the flash. `V4L2_CID_FLASH_LED_MODE`.
  public static let flashMode: UInt32 = 0x9c_0901
  /// Fires the flash; a button. `V4L2_CID_FLASH_STROBE`.
  public static let flashStrobe: UInt32 = 0x9c_0903
  /// The brightness of the flash, in units of the maker's own. `V4L2_CID_FLASH_INTENSITY`.
  public static let flashIntensity: UInt32 = 0x9c_0907
  /// The brightness of the torch, in units of the maker's own. `V4L2_CID_FLASH_TORCH_INTENSITY`.
  public static let torchIntensity: UInt32 = 0x9c_0908
  /// The gain of the sensor's amplifier, in the manufacturer's own unit. `V4L2_CID_ANALOGUE_GAIN`.
  public static let analogueGain: UInt32 = 0x9e_0903
}
