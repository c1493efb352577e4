/// The library.
import GRDB
