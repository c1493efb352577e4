"""Starts an MQTT broker, Debian's mosquitto."""
import socket
import subprocess
import tempfile

from chromium import Failure


class Broker:
    """A broker on this machine alone, which ends with the `with` block."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"mqtt://127.0.0.1:{self.port}"
        self.start()
        return self

    def __exit__(self, *_):
        self.end()
        self.folder.cleanup()

    def start(self):
        """Starts it, and waits until it serves."""
        with open(f"{self.folder.name}/log", "ab") as log:
            self.process = subprocess.Popen(["/usr/sbin/mosquitto", "-p", str(self.port)], stdout=log, stderr=log)
        while self.process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                continue
        raise Failure(f"there is no broker: install mosquitto; it ended with {self.process.returncode}")

    def end(self):
        """Ends it at once."""
        self.process.kill()
        self.process.wait()
