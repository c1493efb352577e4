// The live preview on a canvas. The booth sends the newest frame only, and waits until it has been drawn.

const HEADER = 24;
const SILENCE = 5000;

/** Shows the preview while it is wanted; `shown` is the sequence number of the frame that is on the screen. */
export class Preview extends EventTarget {
  shown = null;
  #canvas;
  #context;
  #socket = null;
  #isWanted = false;
  #drawing = false;
  #newest = null;
  #heard = 0;

  constructor(canvas) {
    super();
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", {alpha: false});
    setInterval(() => this.#watch(), SILENCE / 2);
  }

  /** Whether there is to be a preview: not while the camera is away. */
  set isWanted(isWanted) {
    this.#isWanted = isWanted;
    if (isWanted) this.#open();
    else this.#close();
  }

  #open() {
    if (this.#socket) return;
    const across = Math.max(this.#canvas.clientWidth, this.#canvas.clientHeight) * devicePixelRatio;
    const width = across <= 640 ? 640 : 0;
    const address = new URL(`/api/preview?width=${width}`, location);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onmessage = event => this.#take(socket, event.data);
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#close();
      setTimeout(() => this.#isWanted && this.#open(), 500);
    };
    this.#socket = socket;
    this.#heard = performance.now();
  }

  #close() {
    const socket = this.#socket;
    this.#socket = null;
    this.#newest = null;
    this.shown = null;
    // One that is not open yet would be complained of.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
    this.dispatchEvent(new Event("gone"));
  }

  // A connection can be dead without having ended.
  #watch() {
    if (!this.#socket || performance.now() - this.#heard < SILENCE) return;
    this.#close();
    if (this.#isWanted) this.#open();
  }

  async #take(socket, buffer) {
    if (socket !== this.#socket) return;
    this.#heard = performance.now();
    // One that comes while two are here already takes the place of the one that waits.
    if (this.#newest) this.#answer(...this.#newest);
    this.#newest = [socket, buffer];
    if (this.#drawing) return;
    this.#drawing = true;
    while (this.#newest) {
      const next = this.#newest;
      this.#newest = null;
      await this.#draw(...next);
      this.#answer(...next);
    }
    this.#drawing = false;
  }

  async #draw(socket, buffer) {
    const content = new Blob([new Uint8Array(buffer, HEADER)], {type: "image/jpeg"});
    // A damaged frame is left out; the next one is as good.
    const picture = await createImageBitmap(content).catch(() => null);
    if (picture && socket === this.#socket) {
      const canvas = this.#canvas;
      if (canvas.width !== picture.width || canvas.height !== picture.height) {
        Object.assign(canvas, {width: picture.width, height: picture.height});
        canvas.style.setProperty("--shape", picture.width / picture.height);
      }
      this.#context.drawImage(picture, 0, 0);
      this.shown = sequenceOf(buffer);
      this.dispatchEvent(new Event("frame"));
    }
    picture?.close();
  }

  #answer(socket, buffer) {
    if (socket.readyState === WebSocket.OPEN) socket.send(String(sequenceOf(buffer)));
  }
}

const sequenceOf = buffer => Number(new DataView(buffer).getBigUint64(0));
