import FuzzedReaders
import Testing
