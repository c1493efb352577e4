"""Which versions of the peers and libraries are measured, by what their Debian packages say."""
import subprocess

PACKAGES = {"ffmpeg": "ffmpeg", "GStreamer": "gstreamer1.0-tools", "Motion": "motion", "ustreamer": "ustreamer",
            "v4l-utils": "v4l-utils", "PostgreSQL": "postgresql", "exiftool": "libimage-exiftool-perl",
            "SQLite": "sqlite3", "libx264": "libx264-dev", "TurboJPEG": "libturbojpeg0-dev"}


def all_of():
    """Their versions by name; what is not there is left out."""
    found = {}
    for name, package in PACKAGES.items():
        done = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package],
                              capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.startswith("installed "):
            found[name] = done.stdout.split()[1]
    return found
