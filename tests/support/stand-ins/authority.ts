import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:https";
import { text } from "node:stream/consumers";
import { type Certificate, certify } from "#tests/support/data/certificates.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

type Problem = { type: string; detail?: string };
type Reply = { status?: number; headers?: Record<string, string>; body: object | string };
type Signed = { path: string; payload: Record<string, unknown> };
type Placed = {
  id: number;
  name: string;
  replaces: string | undefined;
  status: string;
  error?: Problem;
  /** Of its authorization. */
  validation: { status: string; error?: Problem };
  chain?: string;
};

const error = ({ type, detail }: Problem) => ({
  type: `urn:ietf:params:acme:error:${type}`,
  detail,
});

function bodyAt(bytes: Buffer, at: number): [start: number, end: number] {
  const size = bytes[at + 1] ?? 0;
  const more = size & 127;
  if (size < 128) return [at + 2, at + 2 + size];
  return [at + 2 + more, at + 2 + more + bytes.readUIntBE(at + 2, more)];
}

/** The public key that a request (PKCS #10, DER) asks a certificate for. */
function holderOf(request: Buffer): Buffer {
  const [content] = bodyAt(request, 0);
  const [version] = bodyAt(request, content);
  const [, subject] = bodyAt(request, version);
  const [, start] = bodyAt(request, subject);
  return request.subarray(start, bodyAt(request, start)[1]);
}

/** A certificate authority of this machine that believes everybody, or says what a test says. */
export class StandInAuthority {
  /** What was asked for: the paths, without their ids. */
  readonly asked: string[] = [];
  readonly orders: Placed[] = [];
  readonly revoked: unknown[] = [];
  readonly accounts: Record<string, unknown>[] = [];
  /** Says something else at a path, as long as it is set. */
  instead: (path: string) => Reply | undefined = () => undefined;
  /** What it says of a name, in place of having seen it. */
  refused: Problem | null = null;
  /** Orders wait for this before they are fulfilled. */
  fulfilling: Promise<void> = Promise.resolve();
  /** How long what it issues holds. */
  life_ms = 90 * 86_400_000;
  window: { start: string; end: string } | null = null;
  readonly root: Certificate;
  readonly #server: Server;
  #url = "";

  private constructor() {
    this.root = certify({ host: "127.0.0.1" });
    const { cert, keyPem: key } = this.root;
    this.#server = createServer({ cert, key }, async (request, response) => {
      const sent = await text(request);
      const path = request.url ?? "";
      this.asked.push(path.replace(/\/\d+$/, ""));
      const payload = sent ? JSON.parse(sent).payload : "";
      const parsed = payload ? JSON.parse(Buffer.from(payload, "base64url").toString()) : {};
      const reply = this.instead(path) ?? (await this.#reply({ path, payload: parsed }));
      response.writeHead(reply.status ?? 200, {
        "content-type": typeof reply.body === "string" ? "text/plain" : "application/json",
        "replay-nonce": randomBytes(9).toString("base64url"),
        ...reply.headers,
      });
      response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
    });
  }

  static async open(): Promise<StandInAuthority> {
    const authority = new StandInAuthority();
    authority.#url = `https://127.0.0.1:${await listenHere(authority.#server)}`;
    return authority;
  }

  get directory(): string {
    return `${this.#url}/directory`;
  }

  close(): Promise<void> {
    return shut(this.#server);
  }

  #directory(): Reply {
    const at = (path: string) => `${this.#url}/${path}`;
    const renewalInfo = this.window ? { renewalInfo: at("renewal") } : {};
    const paths = { newNonce: at("nonce"), newAccount: at("account"), newOrder: at("place") };
    return { body: { ...paths, revokeCert: at("revoke"), ...renewalInfo } };
  }

  async #reply({ path, payload }: Signed): Promise<Reply> {
    const [, what = "", number] = path.split("/");
    if (what === "directory") return this.#directory();
    if (what === "nonce") return { body: "" };
    if (what === "renewal")
      return { body: { suggestedWindow: this.window }, headers: { "retry-after": "3600" } };
    if (what === "account") {
      this.accounts.push(payload);
      return { status: 201, headers: { location: `${this.#url}/account/1` }, body: {} };
    }
    if (what === "revoke") {
      this.revoked.push(payload.certificate);
      return { body: {} };
    }
    if (what === "place") return this.#place(payload);
    const order = this.orders[Number(number) - 1];
    if (!order) return { status: 404, body: error({ type: "malformed" }) };
    return this.#step(what, order, payload);
  }

  #place({ identifiers, replaces }: Record<string, unknown>): Reply {
    const [{ value: name = "" } = {}] = identifiers as { value?: string }[];
    const validation = { status: "pending" };
    const id = this.orders.length + 1;
    const order = { id, name, replaces: replaces as string, status: "pending", validation };
    this.orders.push(order);
    const headers = { location: `${this.#url}/order/${id}` };
    return { status: 201, headers, body: this.#orderBody(order) };
  }

  async #step(what: string, order: Placed, { csr }: Record<string, unknown>): Promise<Reply> {
    if (what === "challenge") {
      const refused = this.refused;
      order.validation = refused ? { status: "invalid", error: refused } : { status: "valid" };
      order.status = refused ? "invalid" : "ready";
      return { body: this.#challengeBody(order) };
    }
    if (what === "authorization") return { body: this.#authorizationBody(order) };
    if (what === "certificate") return { body: order.chain ?? "" };
    if (what === "finalize") {
      await this.fulfilling;
      this.#issue(order, Buffer.from(String(csr), "base64url"));
    }
    return { body: this.#orderBody(order) };
  }

  #issue(order: Placed, request: Buffer): void {
    const to = new Date(Date.now() + this.life_ms);
    const { name: host } = order;
    const { cert } = certify({ host, to, by: this.root, holder: holderOf(request) });
    Object.assign(order, { chain: cert + this.root.cert, status: "valid" });
  }

  #orderBody({ id, status, chain, error: problem }: Placed): object {
    return {
      status,
      ...(problem && { error: error(problem) }),
      authorizations: [`${this.#url}/authorization/${id}`],
      finalize: `${this.#url}/finalize/${id}`,
      ...(chain && { certificate: `${this.#url}/certificate/${id}` }),
    };
  }

  #challengeBody({ id, validation }: Placed): object {
    const problem = validation.error ? { error: error(validation.error) } : {};
    const token = `token-of-order-${id}-${"x".repeat(16)}`;
    return { status: validation.status, token, url: `${this.#url}/challenge/${id}`, ...problem };
  }

  #authorizationBody(order: Placed): object {
    const kinds = ["http-01", "tls-alpn-01"];
    return {
      identifier: { type: "dns", value: order.name },
      status: order.validation.status,
      challenges: kinds.map((type) => ({ type, ...this.#challengeBody(order) })),
    };
  }
}
