import { unzipSync } from "fflate";
import { PNG } from "pngjs";

/** Parses a file by its extension; throws where it is not of that format. */
export function openDemoFile(name: string, bytes: Buffer): { parts: number; text: string } {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  switch (extension) {
    case "pdf":
      return openPdf(bytes);
    case "zip":
      return openZip(bytes);
    case "wav":
      return openWav(bytes);
    case "mid":
      return openMidi(bytes);
    case "png": {
      const { width, height, data } = PNG.sync.read(bytes);
      const colours = new Set(Array.from({ length: width * height }, (_, at) => data[at * 4]));
      return { parts: colours.size, text: `${width}x${height}` };
    }
    default:
      return {
        parts: 1,
        text: new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      };
  }
}

/** Reads every object of the cross-reference table, and every page from the trailer. */
function openPdf(bytes: Buffer) {
  const file = bytes.toString("latin1");
  if (!/^%PDF-1\.\d\n/.test(file) || !file.endsWith("%%EOF\n")) throw new Error("no PDF");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  const table = /^xref\n0 (\d+)\n0000000000 65535 f \n((?:\d{10} 00000 n \n)+)trailer\n/.exec(
    file.slice(start),
  );
  const offsets = [...(table?.[2] ?? "").matchAll(/(\d{10})/g)].map(([offset]) => Number(offset));
  if (offsets.length + 1 !== Number(table?.[1])) throw new Error("the table has another size");
  const object = (number: number) => {
    const body = file.slice(offsets[number - 1]);
    const head = `${number} 0 obj\n`;
    if (!body.startsWith(head)) throw new Error(`object ${number} is elsewhere`);
    return body.slice(head.length, body.indexOf("\nendobj\n"));
  };
  offsets.forEach((_, at) => {
    object(at + 1);
  });
  const root = Number(/\/Root (\d+) 0 R/.exec(file.slice(start))?.[1]);
  const tree = object(Number(/\/Pages (\d+) 0 R/.exec(object(root))?.[1]));
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(tree)?.[1] ?? "").matchAll(/(\d+) 0 R/g)];
  if (kids.length !== Number(/\/Count (\d+)/.exec(tree)?.[1])) throw new Error("pages are missing");
  const contents = kids.map(([, number]) => {
    const content = object(Number(/\/Contents (\d+) 0 R/.exec(object(Number(number)))?.[1]));
    const stream = /^<< \/Length (\d+) >>\nstream\n([\s\S]*)\nendstream$/.exec(content);
    if (stream?.[2]?.length !== Number(stream?.[1])) throw new Error("a stream has another length");
    return stream?.[2] ?? "";
  });
  return { parts: kids.length, text: contents.join("\n") };
}

function openZip(bytes: Buffer) {
  const entries = unzipSync(bytes);
  for (const [name, entry] of Object.entries(entries)) openDemoFile(name, Buffer.from(entry));
  return { parts: Object.keys(entries).length, text: Object.keys(entries).join("\n") };
}

function openWav(bytes: Buffer) {
  const ascii = (from: number) => bytes.toString("latin1", from, from + 4);
  const whole = bytes.readUInt32LE(4) === bytes.length - 8;
  if (ascii(0) !== "RIFF" || ascii(8) !== "WAVE" || !whole) throw new Error("no WAVE");
  if (ascii(36) !== "data" || bytes.readUInt32LE(40) !== bytes.length - 44) throw new Error("cut");
  const [channels, rate, bits] = [22, 24, 34].map((at) =>
    at === 24 ? bytes.readUInt32LE(at) : bytes.readUInt16LE(at),
  ) as [number, number, number];
  const perSecond = channels * rate * (bits / 8);
  if (bytes.readUInt32LE(28) !== perSecond) throw new Error("the rates don't fit");
  const samples = new Int16Array(Uint8Array.from(bytes.subarray(44)).buffer);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { parts: loudest, text: `${(bytes.length - 44) / perSecond} s` };
}

function openMidi(bytes: Buffer) {
  const track = bytes.indexOf("MTrk");
  if (bytes.toString("latin1", 0, 4) !== "MThd" || track !== 14) throw new Error("no MIDI");
  if (bytes.readUInt32BE(track + 4) !== bytes.length - track - 8) throw new Error("cut");
  if (bytes.subarray(-3).toString("hex") !== "ff2f00") throw new Error("it has no end");
  return { parts: 1, text: "" };
}
