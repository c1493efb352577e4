"""What the device tells the kernel about itself."""

import struct

from usb import (
    AC_HEADER, AC_INPUT_TERMINAL, AC_OUTPUT_TERMINAL, ASSOCIATION, AS_FORMAT, AS_GENERAL, AUDIO_CLASS,
    AUDIO_CONTROL, AUDIO_PIPE, AUDIO_RATE, AUDIO_STREAMING, BULK, BULK_PACKET_BYTES, CAMERA_NAME, CAMERA_TERMINAL,
    CLASS_ENDPOINT, CLASS_INTERFACE, CONFIGURATION, CONTROL_SUBCLASS, DEVICE, ENDPOINT, FORMAT_TYPE_I, FROM_DEVICE,
    INTERFACE, INTERVAL_UNITS, ISOCHRONOUS_ASYNC, MANUFACTURER, MICROFRAMES_8, MICROPHONE_NAME, MICROPHONE_TERMINAL,
    MISCELLANEOUS_CLASS, MJPEG, MOST_FRAMES_A_PACKET, PCM, QUALIFIER, SAMPLE_BYTES, SERIAL_NUMBER,
    STREAMING_SUBCLASS, STRING, USB_TERMINAL, VC_HEADER, VC_INPUT_TERMINAL, VC_OUTPUT_TERMINAL, VC_PROCESSING_UNIT,
    VIDEO_CLASS, VIDEO_COLLECTION, VIDEO_CONTROL, VIDEO_PIPE, VIDEO_STREAMING, VS_COLOUR, VS_FORMAT_MJPEG,
    VS_FORMAT_UNCOMPRESSED, VS_FRAME_MJPEG, VS_FRAME_UNCOMPRESSED, VS_INPUT_HEADER, YUY2, YUY2_GUID)


def descriptor(kind, layout, *fields):
    """One USB descriptor: its length and kind, then `fields` packed by `layout`."""
    body = struct.pack('<' + layout, *fields)
    return bytes([len(body) + 2, kind]) + body


def interval_of(rate):
    return round(INTERVAL_UNITS / rate)


def endpoint_in(number):
    return FROM_DEVICE | number


def interface(number, endpoints, kind, subkind, alternate=0, name=0):
    return descriptor(INTERFACE, '7B', number, alternate, endpoints, kind, subkind, 0, name)


def frame_descriptor(subtype, number, mode, rates):
    bits = mode.most_bytes * 8
    intervals = [interval_of(rate) for rate in rates]
    return descriptor(
        CLASS_INTERFACE, f'BBBHHIIIIB{len(intervals)}I', subtype, number, 0, mode.width, mode.height,
        bits, min(bits * 60, 2**32 - 1), mode.most_bytes, intervals[0], len(intervals), *sorted(intervals))


def format_descriptors(scene):
    """The formats and, below each, its sizes."""
    colour = descriptor(CLASS_INTERFACE, '4B', VS_COLOUR, 1, 1, 4)  # BT.709 primaries and transfer, BT.601 matrix
    jpegs, raws = scene.modes_of(MJPEG), scene.modes_of(YUY2)
    fixed_size_samples = 1
    parts = [descriptor(CLASS_INTERFACE, '9B', VS_FORMAT_MJPEG, MJPEG, len(jpegs), fixed_size_samples, 1, 0, 0, 0, 0)]
    parts += [frame_descriptor(VS_FRAME_MJPEG, 1 + i, mode, scene.rates) for i, mode in enumerate(jpegs)]
    bits_a_pixel = 16
    parts += [colour, descriptor(CLASS_INTERFACE, '3B16s6B', VS_FORMAT_UNCOMPRESSED, YUY2, len(raws), YUY2_GUID,
                                 bits_a_pixel, 1, 0, 0, 0, 0)]
    parts += [frame_descriptor(VS_FRAME_UNCOMPRESSED, 1 + i, mode, scene.rates) for i, mode in enumerate(raws)]
    return b''.join(parts) + colour


def video_function(scene):
    """Camera terminal 1 -> processing unit 2 -> USB terminal 3."""
    units = (descriptor(CLASS_INTERFACE, 'BBHBBHHHBH', VC_INPUT_TERMINAL, 1, CAMERA_TERMINAL, 0, 0, 0, 0, 0, 2, 0) +
             descriptor(CLASS_INTERFACE, 'BBBHBHB', VC_PROCESSING_UNIT, 2, 1, 0, 2, 0, 0) +
             descriptor(CLASS_INTERFACE, 'BBHBBB', VC_OUTPUT_TERMINAL, 3, USB_TERMINAL, 0, 2, 0))
    clock_hertz, header_bytes = 6_000_000, 13
    control = descriptor(CLASS_INTERFACE, 'BHHIBB', VC_HEADER, 0x0100, header_bytes + len(units),
                         clock_hertz, 1, VIDEO_STREAMING)
    formats = format_descriptors(scene)
    header_bytes = 15
    streaming = descriptor(CLASS_INTERFACE, 'BBHBBBBBBBBB', VS_INPUT_HEADER, 2, header_bytes + len(formats),
                           endpoint_in(VIDEO_PIPE), 0, 3, 0, 0, 0, 1, 0, 0)
    return (descriptor(ASSOCIATION, '6B', VIDEO_CONTROL, 2, VIDEO_CLASS, VIDEO_COLLECTION, 0, CAMERA_NAME) +
            interface(VIDEO_CONTROL, 0, VIDEO_CLASS, CONTROL_SUBCLASS, name=CAMERA_NAME) + control + units +
            interface(VIDEO_STREAMING, 1, VIDEO_CLASS, STREAMING_SUBCLASS) + streaming + formats +
            descriptor(ENDPOINT, 'BBHB', endpoint_in(VIDEO_PIPE), BULK, BULK_PACKET_BYTES, 0))


def audio_function(sound):
    """Microphone terminal 1 -> USB terminal 2; no volume, no mute."""
    speakers = 3 if sound.channels == 2 else 0
    terminals = (descriptor(CLASS_INTERFACE, 'BBHBBHBB', AC_INPUT_TERMINAL, 1, MICROPHONE_TERMINAL, 0,
                            sound.channels, speakers, 0, 0) +
                 descriptor(CLASS_INTERFACE, 'BBHBBB', AC_OUTPUT_TERMINAL, 2, USB_TERMINAL, 0, 1, 0))
    header_bytes = 9
    control = descriptor(CLASS_INTERFACE, 'BHHBB', AC_HEADER, 0x0100, header_bytes + len(terminals),
                         1, AUDIO_STREAMING)
    packet_bytes = MOST_FRAMES_A_PACKET * sound.frame_bytes
    return (descriptor(ASSOCIATION, '6B', AUDIO_CONTROL, 2, AUDIO_CLASS, STREAMING_SUBCLASS, 0, MICROPHONE_NAME) +
            interface(AUDIO_CONTROL, 0, AUDIO_CLASS, CONTROL_SUBCLASS, name=MICROPHONE_NAME) + control + terminals +
            interface(AUDIO_STREAMING, 0, AUDIO_CLASS, STREAMING_SUBCLASS) +
            interface(AUDIO_STREAMING, 1, AUDIO_CLASS, STREAMING_SUBCLASS, alternate=1) +
            descriptor(CLASS_INTERFACE, 'BBBH', AS_GENERAL, 2, 1, PCM) +
            descriptor(CLASS_INTERFACE, '6B3s', AS_FORMAT, FORMAT_TYPE_I, sound.channels, SAMPLE_BYTES,
                       8 * SAMPLE_BYTES, 1, AUDIO_RATE.to_bytes(3, 'little')) +
            descriptor(ENDPOINT, 'BBHBBB', endpoint_in(AUDIO_PIPE), ISOCHRONOUS_ASYNC, packet_bytes,
                       MICROFRAMES_8, 0, 0) +
            descriptor(CLASS_ENDPOINT, 'BBBH', AS_GENERAL, 0, 0, 0))


def configuration(scene):
    functions = video_function(scene) + (audio_function(scene.sound) if scene.sound else b'')
    interfaces = 4 if scene.sound else 2
    bus_powered, half_an_ampere = 0x80, 250
    return descriptor(CONFIGURATION, 'HBBBBB', 9 + len(functions), interfaces, 1, 0,
                      bus_powered, half_an_ampere) + functions


def device_descriptors(scene, name, serial):
    """All that GET_DESCRIPTOR can ask for, by kind and number."""
    by_association = (MISCELLANEOUS_CLASS, 2, 1)
    linux_foundation, product, release = 0x1D6B, 0x0102, 0x0100
    found = {
        (DEVICE, 0): descriptor(DEVICE, 'HBBBBHHHBBBB', 0x0200, *by_association, 64, linux_foundation, product,
                                release, MANUFACTURER, CAMERA_NAME, SERIAL_NUMBER, 1),
        (CONFIGURATION, 0): configuration(scene),
        (QUALIFIER, 0): descriptor(QUALIFIER, 'HBBBBBB', 0x0200, *by_association, 64, 1, 0),
        (STRING, 0): descriptor(STRING, 'H', 0x0409),  # US English
    }
    texts = {MANUFACTURER: 'Rig', CAMERA_NAME: name, MICROPHONE_NAME: name + ' Microphone', SERIAL_NUMBER: serial}
    for number, text in texts.items():
        encoded = text.encode('utf-16le')
        found[STRING, number] = descriptor(STRING, f'{len(encoded)}s', encoded)
    return found
