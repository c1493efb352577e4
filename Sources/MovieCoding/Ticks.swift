/// A time or a duration, counted in units of the timescale of the track or movie that it belongs to.
package typealias Ticks = Int64
