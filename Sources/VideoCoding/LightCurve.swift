import MediaCore

/// The curve between light and values that are ready to be shown: sRGB's, IEC 61966-2-1. Both go from 0 to 1.
public enum LightCurve {
  /// Returns the value that shows an amount of light.
  public static func display(_ light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * ReproducibleMath.power(light, 1 / 2.4) - 0.055
  }

  /// Returns the amount of light that a value shows.
  public static func linear(_ value: Double) -> Double {
    value <= 0.040_45 ? value / 12.92 : ReproducibleMath.power((value + 0.055) / 1.055, 2.4)
  }
}
