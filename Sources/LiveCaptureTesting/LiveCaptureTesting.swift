// Timelines, laws and virtual environments are used with everything here: who tests imports one module.
@_exported public import CaptureScripts
