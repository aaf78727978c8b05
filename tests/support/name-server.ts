import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

const A = 1;
const TXT = 16;
const LONGEST_PART = 255;
const NAME_ERROR = 3;
const ANSWER = 0x8180;

/** The name that a query asks for, where that ends, and the kind of record. */
function question(query: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join("."), end: at + 5, type: query.readUInt16BE(at + 1) };
}

function record(address: string): Buffer {
  const numbers = address.split(".").map(Number);
  return Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...numbers]);
}

function textRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / LONGEST_PART) }, (_, n) => n);
  const parts = starts.map((n) => bytes.subarray(n * LONGEST_PART, (n + 1) * LONGEST_PART));
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]));
  const head = Buffer.from([
    0xc0,
    12,
    0,
    TXT,
    0,
    1,
    0,
    0,
    0,
    0,
    data.length >> 8,
    data.length & 255,
  ]);
  return Buffer.concat([head, data]);
}

function answerTo(query: Buffer, end: number, code: number, records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(ANSWER | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, query.subarray(12, end), ...records]);
}

/** A name server of this machine that knows a few names, and is silent about others. */
export class NameServer {
  /** Every name that was asked for. */
  readonly asked: string[] = [];
  /** IPv4 addresses by name. Of the root it knows that it is there. */
  readonly known = new Map<string, string>();
  /** Texts by name. */
  readonly texts = new Map<string, string[]>();
  /** About what it says nothing. */
  isSilent: (name: string) => boolean = () => false;
  readonly #socket: Socket = createSocket("udp4");

  static async open(): Promise<NameServer> {
    const server = new NameServer();
    const socket = server.#socket;
    socket.on("message", (query, { port, address }) => {
      const answer = server.#answer(query);
      if (answer) socket.send(answer, port, address);
    });
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    return server;
  }

  /** As `DNS_SERVERS` has it. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, "close");
  }

  #answer(query: Buffer): Buffer | null {
    const { name, end, type } = question(query);
    this.asked.push(name);
    if (this.isSilent(name)) return null;
    const address = this.known.get(name);
    const texts = this.texts.get(name) ?? [];
    if (!this.#isThere(name)) return answerTo(query, end, NAME_ERROR, []);
    if (type === TXT) return answerTo(query, end, 0, texts.map(textRecord));
    return answerTo(query, end, 0, address && type === A ? [record(address)] : []);
  }

  #isThere(name: string): boolean {
    const all = [...this.known.keys(), ...this.texts.keys()];
    return name === "" || all.some((one) => one === name || one.endsWith(`.${name}`));
  }
}
