import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as it came (`at`, ms since 1970): what the envelope says, and what the mail itself does. */
type Came = { at: number; from: string; to: string; raw: string; mail: Email };

/** `code` 0: it hangs up. */
export type Refusal = { at: "MAIL FROM" | "RCPT TO" | "DATA"; code: number; text: string };

function errorOf({ code, text }: Refusal): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** An SMTP server of this machine that keeps what it is sent. */
export class MailServer {
  readonly came: Came[] = [];
  /** Set: what it says to every mail. */
  refusal: Refusal | null = null;
  /** What it says to mail for an address, where it does not say the same to every mail. */
  refusalOf: (to: string, at: Refusal["at"]) => Refusal | null = () => null;
  /** What it waits for before it answers to a mail that came. */
  pause: () => Promise<unknown> = async () => {};
  /** Whether it takes addresses with letters beyond ASCII. */
  set takesUtf8(takes: boolean) {
    Object.assign(this.server.options, { hideSMTPUTF8: !takes });
  }
  /** Connections so far, and recipients it was asked about, whatever it said. */
  connections = 0;
  asked = 0;
  /** Names that clients greeted with. */
  readonly greetings = new Set<string>();
  private readonly arrivals = new EventEmitter();
  private readonly server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    closeTimeout: 100,
    logger: false,
    onConnect: (_session, callback) => {
      this.connections += 1;
      callback();
    },
    onMailFrom: (_address, { id, hostNameAppearsAs }, callback) => {
      if (hostNameAppearsAs) this.greetings.add(hostNameAppearsAs);
      callback(this.refuse("", "MAIL FROM", id));
    },
    onRcptTo: ({ address }, { id }, callback) => {
      this.asked += 1;
      callback(this.refuse(address, "RCPT TO", id));
    },
    onData: async (stream, { envelope, id }, callback) => {
      // Whoever breaks off in the middle has sent nothing.
      const raw = await buffer(stream).catch(() => null);
      if (raw === null) return callback(new Error("broken off"));
      const to = envelope.rcptTo.map(({ address }) => address).join();
      const refusal = this.refuse(to, "DATA", id);
      if (refusal) return callback(refusal);
      this.came.push({
        at: Date.now(),
        from: envelope.mailFrom ? envelope.mailFrom.address : "",
        to,
        raw: raw.toString(),
        mail: await PostalMime.parse(raw),
      });
      this.arrivals.emit("came");
      await this.pause();
      callback();
    },
  });

  private refuse(to: string, at: Refusal["at"], session: string): Error | null {
    const refusal = this.refusal ?? this.refusalOf(to, at);
    if (refusal?.at !== at) return null;
    if (refusal.code === 0)
      for (const each of this.server.connections) if (each.id === session) each.close();
    return errorOf({ ...refusal, code: refusal.code || 421 });
  }

  private constructor() {
    this.server.on("error", () => {});
    this.arrivals.setMaxListeners(0);
  }

  /** @param port where an earlier one was; 0: any */
  static async open(port = 0): Promise<MailServer> {
    const server = new MailServer();
    await once(server.server.listen(port, "127.0.0.1"), "listening");
    return server;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  to(address: string): Came[] {
    return this.came.filter((each) => each.to === address);
  }

  /** Waits until so many mails to an address have come. @returns the last one of them */
  async nth(address: string, count = 1): Promise<Came> {
    while (this.to(address).length < count) await once(this.arrivals, "came");
    return this.to(address)[count - 1] as Came;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** The address that a mail's button leads to. */
export function linkIn({ mail }: Pick<Came, "mail">, path: string): string {
  const found = new RegExp(`https?://[^\\s"<]*/${path}/[\\w-]+(?:\\?lang=[\\w-]+)?`).exec(
    mail.text ?? "",
  );
  if (!found) throw new Error(`The mail has no link to ${path}: ${mail.text}`);
  return found[0];
}
