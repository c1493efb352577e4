// The booth's sounds, made on the spot.

let context = null;

/** Makes sound possible; browsers ask for a touch first. */
export function awaken() {
  context ??= new AudioContext();
  // Without a touch it stays silent, which is what such a browser wants.
  if (context.state === "suspended") context.resume().catch(() => {});
}

/** Whether sounds are to be heard. */
export const isAwake = () => context?.state === "running";

function tone(frequency, start, length, loudness) {
  const oscillator = new OscillatorNode(context, {frequency, type: "sine"});
  const gain = new GainNode(context, {gain: 0});
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** A second of the countdown; the last one is higher. */
export function tick(step) {
  if (!isAwake()) return;
  tone(step === 1 ? 1175 : 784, context.currentTime, 0.16, 0.35);
}

/** The shutter: two short bursts of noise. */
export function click() {
  if (!isAwake()) return;
  const length = 0.035, buffer = context.createBuffer(1, length * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++)
    samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 2;
  for (const delay of [0, 0.09]) {
    const source = new AudioBufferSourceNode(context, {buffer});
    const filter = new BiquadFilterNode(context, {type: "bandpass", frequency: 2600, Q: 0.8});
    source.connect(filter).connect(new GainNode(context, {gain: 0.8})).connect(context.destination);
    source.start(context.currentTime + delay);
  }
}

/** Something has come out well. */
export function chime() {
  if (!isAwake()) return;
  [659, 880, 1109].forEach((frequency, index) => tone(frequency, context.currentTime + index * 0.09, 0.5, 0.16));
}
