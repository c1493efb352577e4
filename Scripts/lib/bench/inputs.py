"""The pictures and the sound that everything is measured on, made once."""
import pathlib

import fixtures
from running import run

# A camera travels into a drawing that has detail at every scale, through a sensor's noise: neither as easy as a test
# picture nor as hard as noise alone. JPEGs of 4:2:2, as webcams send them.
SCENE = "mandelbrot=size={0}x{1}:rate=30:start_scale=0.6:end_scale=0.02:end_pts=200"
MICROPHONE = pathlib.Path(__file__).resolve().parents[3] / "Tests/ScriptedMicrophone/scripted_microphone.c"


class Source:
    """A recorded stream of pictures."""

    def __init__(self, path, coding, width, height, rate=30):
        self.path, self.coding, self.width, self.height, self.rate = path, coding, width, height, rate

    def __str__(self):
        return f"{self.coding} {self.height}p{self.rate}"

    @property
    def options(self):
        return ["--pictures", self.path, "--coding", self.coding, "--width", self.width, "--height", self.height,
                "--rate", self.rate]

    @property
    def bytes_per_second(self):
        seconds = 1 if self.coding == "yuyv" else 3
        return self.path.stat().st_size / seconds

    def pictures(self):
        """The payloads, one after the other."""
        content = self.path.read_bytes()
        if self.coding == "yuyv":
            size = self.width * self.height * 2
            return [content[place:place + size] for place in range(0, len(content), size)]
        # None of ffmpeg's JPEGs holds a picture of its own.
        ends = [place + 2 for place in range(len(content) - 1) if content[place:place + 2] == b"\xff\xd9"]
        return [content[begin:end] for begin, end in zip([0, *ends], ends)]

    def fixture(self, number=0):
        """A fixture of it by a camera, for `livecam emulate`; another number is another camera's."""
        path = self.path.with_name(f"{self.path.stem}-{self.coding}-{number}.livecam")
        if not path.exists():
            fixtures.write(path, self, number)
        return path


class Inputs:
    """Where they lie; made when they are first asked for."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def made(self, name, command):
        path = self.folder / name
        if not path.exists():
            partial = self.folder / f".{name}"
            run([*command, "-y", partial])
            partial.rename(path)
        return path

    def mjpeg(self, width, height):
        path = self.made(f"{width}x{height}.mjpeg", [
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", SCENE.format(width, height), "-t", 3, "-vf",
            "noise=alls=6:allf=t:all_seed=1", "-pix_fmt", "yuvj422p", "-c:v", "mjpeg", "-q:v", 7, "-huffman", "default",
            "-f", "mjpeg"])
        return Source(path, "mjpeg", width, height)

    @property
    def mjpeg_720p(self):
        return self.mjpeg(1280, 720)

    @property
    def mjpeg_1080p(self):
        return self.mjpeg(1920, 1080)

    def yuyv(self, width, height):
        path = self.made(f"{width}x{height}.yuyv", [
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", SCENE.format(width, height), "-t", 1, "-vf",
            "noise=alls=6:allf=t:all_seed=1", "-pix_fmt", "yuyv422", "-f", "rawvideo"])
        return Source(path, "yuyv", width, height)

    @property
    def yuyv_720p(self):
        return self.yuyv(1280, 720)

    @property
    def yuyv_1080p(self):
        return self.yuyv(1920, 1080)

    @property
    def sound(self):
        return self.made("sound.s16", [
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=a=0.2:c=pink:r=48000:seed=1", "-t", 10, "-f",
            "s16le", "-ac", 1])

    @property
    def microphone(self):
        """What a program's environment needs to have the sound as an ALSA microphone in real time, called `microphone`
        and also the default: a plug-in with a card's pace. There is no card in many machines that measure."""
        plugin, configuration = self.folder / "scripted_microphone.so", self.folder / "alsa.conf"
        run(["gcc", "-shared", "-fPIC", "-DPIC", "-O2", "-o", plugin, MICROPHONE, "-lasound"])
        configuration.write_text(
            "</usr/share/alsa/alsa.conf>\n"
            f'pcm_type.scripted {{ lib "{plugin}" }}\n'
            f'pcm.microphone {{ type scripted file "{self.sound}" format S16_LE channels 1 rate 48000 paced 1 }}\n'
            'pcm.!default { type plug slave.pcm "microphone" }\n')
        return {"ALSA_CONFIG_PATH": str(configuration)}
