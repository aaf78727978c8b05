import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { type Answer, CHECKING_DISABLED, decode, encode, type Packet } from "dns-packet";
import { listenHere } from "#tests/support/server/loopback.ts";

// A text is sent in parts.
const PARTS = /.{1,255}/gs;
const RECURSION = 0x0180;
const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NAME_ERROR = 3;
const REFUSED = 5;

/** What a name server says of a name that it says nothing good of. */
type Trouble = "silent" | "broken" | "refused" | "badly_signed";

const CODES = { broken: SERVER_FAILURE, refused: REFUSED, badly_signed: SERVER_FAILURE } as const;

type Data = { CNAME: string; A: string; AAAA: string; TXT: string; CAA: [string, string] };

/** A name server of this machine that resolves as those of providers do, from a few records. */
export class NameServer {
  readonly #socket: Socket = createSocket("udp4");
  // Some ask by TCP alone: there a message comes after its length.
  readonly #streams = createServer((stream) => {
    stream
      .on("error", () => {})
      .on("data", (message: Buffer) => {
        const answer = this.#answer(message.subarray(2));
        if (!answer) return;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(answer.length);
        stream.write(Buffer.concat([length, answer]));
      });
  });
  readonly #records = new Map<string, Answer[]>();
  readonly #troubles = new Map<string, Trouble>();
  readonly #tops = new Set<string>();
  /** Answers of a name that are given once, before those that are kept. */
  readonly once = new Map<string, string>();
  /** Every name that was asked for. */
  readonly asked: string[] = [];
  /** About what it says nothing. */
  isSilent: (name: string) => boolean = () => false;

  static async open(): Promise<NameServer> {
    const server = new NameServer();
    server.#socket.on("message", (message, { port, address }) => {
      const answer = server.#answer(message);
      if (answer) server.#socket.send(answer, port, address);
    });
    // By TCP first: there more ports are taken than by UDP.
    server.#socket.bind(await listenHere(server.#streams), "127.0.0.1");
    await once(server.#socket, "listening");
    return server;
  }

  /** As `DNS_SERVERS` has it. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async close(): Promise<void> {
    this.#socket.close();
    this.#streams.close();
    await once(this.#socket, "close");
  }

  add<T extends keyof Data>(name: string, type: T, ...data: Data[T][]): this {
    const made = data.map((one): Answer => {
      if (type === "CAA") {
        const [tag, value] = one as Data["CAA"];
        return { type: "CAA", name, ttl: 0, data: { flags: 0, tag: tag as "issue", value } };
      }
      const value = type === "TXT" ? String(one).match(PARTS) : one;
      return { type, name, ttl: 0, data: value } as Answer;
    });
    this.#records.set(name, [...(this.#records.get(name) ?? []), ...made]);
    return this;
  }

  remove(name: string): void {
    this.#records.delete(name);
    this.#troubles.delete(name);
  }

  trouble(name: string, trouble: Trouble): void {
    this.#troubles.set(name, trouble);
  }

  /** Makes a name the top of a zone. */
  top(name: string): void {
    this.#tops.add(name);
  }

  #find(name: string): Answer[] | undefined {
    const own = this.#records.get(name);
    if (own || name === ".") return own ?? [];
    const isAbove = [...this.#records.keys()].some((known) => known.endsWith(`.${name}`));
    const wild = this.#records.get(`*.${name.slice(name.indexOf(".") + 1)}`);
    return wild?.map((answer) => ({ ...answer, name })) ?? (isAbove ? [] : undefined);
  }

  #resolve(name: string, type: string, answers: Answer[] = []): Answer[] | undefined {
    const first = type === "A" ? this.once.get(name) : undefined;
    if (first !== undefined) {
      this.once.delete(name);
      return [{ type: "A", name, ttl: 0, data: first }];
    }
    const found = this.#find(name);
    if (!found) return answers.length > 0 ? answers : undefined;
    const alias = found.find((answer) => answer.type === "CNAME");
    const wanted = found.filter((answer) => answer.type === type);
    if (!alias || type === "CNAME") return [...answers, ...wanted];
    return this.#resolve(String((alias as { data: string }).data), type, [...answers, alias]);
  }

  #answer(message: Buffer): Buffer | null {
    const query: Packet = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return null;
    const name = question.name.toLowerCase();
    const reply = (code: number, answers: Answer[] = []) => {
      const { id, questions } = query;
      return encode({ type: "response", id, flags: RECURSION | code, questions, answers });
    };
    this.asked.push(name);
    if (this.isSilent(name)) return null;
    const trouble = this.#troubles.get(name);
    const isUnchecked = ((query.flags ?? 0) & CHECKING_DISABLED) !== 0;
    if (trouble === "silent") return null;
    if (trouble && !(trouble === "badly_signed" && isUnchecked)) return reply(CODES[trouble]);
    if (question.type === "SOA") return reply(NO_ERROR, this.#tops.has(name) ? [soaOf(name)] : []);
    const answers = this.#resolve(name, question.type);
    return answers ? reply(NO_ERROR, answers) : reply(NAME_ERROR);
  }
}

function soaOf(name: string): Answer {
  const data = { mname: "ns.example", rname: "hostmaster.example", serial: 1 };
  return {
    type: "SOA",
    name,
    ttl: 0,
    data: { ...data, refresh: 1, retry: 1, expire: 1, minimum: 1 },
  };
}
