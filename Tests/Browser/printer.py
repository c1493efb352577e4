"""Starts a printer program, and puts paper into it."""
import os
import pathlib
import socket
import subprocess
import tempfile
import urllib.request

from chromium import Failure

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "Printer" / "printer"


class Printer:
    """A photo printer that speaks IPP, which ends with the `with` block; what is printed lies in its folder."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"ipp://localhost:{self.port}/ipp/print"
        self.start()
        return self

    def __exit__(self, *_):
        self.end()
        self.folder.cleanup()

    def start(self):
        """Switches it on, and waits until it serves."""
        self.process = subprocess.Popen([SCRIPT, self.folder.name, str(self.port)], stdout=subprocess.PIPE)
        if self.process.stdout.readline() != b"ready\n":
            raise Failure("there is no printer program: install gcc and cups-ipp-utils")

    def end(self):
        """Switches it off."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def fill(self, sheets):
        """Puts paper in, or takes it out, by its web form."""
        form = f"/media?size0=na_index-4x6_4x6in&type0=photographic&level0={sheets}"
        with urllib.request.urlopen(f"http://localhost:{self.port}{form}", timeout=10) as answer:
            if b"Media updated." not in answer.read():
                raise Failure("the printer takes no paper")

    def jam(self):
        """From now on the paper is stuck."""
        os.mkfifo(pathlib.Path(self.folder.name) / "jam")

    def mend(self):
        jam = pathlib.Path(self.folder.name) / "jam"
        # Who reads from it comes to its end.
        os.close(os.open(jam, os.O_RDWR))
        jam.unlink()

    def configuration(self):
        """A file that names it to a booth."""
        file = pathlib.Path(self.folder.name) / "livecam.json5"
        file.write_text(f"{{booth: {{printer: '{self.address}', copies: 3}}}}")
        return str(file)

    def printed(self):
        """The names of what has been printed, as job and copies."""
        return sorted(file.stem for file in pathlib.Path(self.folder.name).glob("*.jpg"))
