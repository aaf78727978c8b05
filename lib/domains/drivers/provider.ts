import type { z } from "zod";
import { type DomainTask, type Progress, PutOff, type Shown } from "#lib/domains/driver.ts";
import { now } from "#lib/platform/clock.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { providerUrl, retryAfter_s } from "#lib/platform/http/provider-calls.ts";

/** A provider said no, and will again: in words for the page's operators. */
export class Refused extends Error {}

type Request = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: object;
  timeout_ms?: number;
};

/** What a provider replied below 500; `body`: null where it is no JSON. */
export type Reply = { status: number; body: unknown };

type Caller = {
  /** How operators know the provider. */
  name: "cdn_a" | "cdn_b";
  base: string;
  headers: Record<string, string>;
  /** What may stand in no text. */
  secret: string;
};

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1_000_000;
const MAX_TEXT = 300;

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

type Said = {
  errors?: { code?: number; message?: string }[] | null;
  Message?: string | null;
};

/** What a reply says is wrong, in either provider's spelling. */
function messagesIn(body: unknown): string[] {
  const { errors, Message } = (body ?? {}) as Said;
  const texts = Array.isArray(errors) ? errors.map(({ message }) => message ?? "") : [];
  return [...texts, Message ?? ""].filter((text) => typeof text === "string" && text !== "");
}

/** A provider, as one step of a domain calls it. */
export abstract class Provider {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * @throws {PutOff} when it cannot be reached, or asks to wait
   * @throws {Refused} when it does not take our credentials
   */
  async ask({ method, path, body, timeout_ms = TIMEOUT_MS }: Request): Promise<Reply> {
    const { name, base, headers } = this.#caller;
    const answer = await callHttp(providerUrl(base + path), {
      method,
      headers: { accept: "application/json", "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
      timeout_ms,
      max_bytes: MAX_BYTES,
    }).catch((error) => {
      if (!(error instanceof HttpError)) throw error;
      throw new PutOff(`${name} cannot be reached (${error.failure}); it is tried again.`);
    });
    const { status } = answer;
    const after_ms = retryAfter_s(answer.headers["retry-after"], now()) * 1_000;
    if (status === 429) throw new PutOff(`${name} asks to wait (HTTP 429).`, after_ms);
    if (status === 408 || status >= 500)
      throw new PutOff(`${name} has trouble (HTTP ${status}); it is tried again.`, after_ms);
    const reply = { status, body: jsonOf(answer.body) };
    if (status === 401 || status === 403)
      throw new Refused(
        `${name} does not accept the credentials (${this.#reason(reply)}). Enter a valid key in the integration, then save the domain again.`,
      );
    return reply;
  }

  /** @throws {PutOff} for a reply that is not as the documentation has it */
  parse<T>({ body }: Reply, shape: z.ZodType<T>): T {
    const parsed = shape.safeParse(body);
    if (!parsed.success)
      throw new PutOff(`${this.#caller.name} gave an odd answer; it is tried again.`);
    return parsed.data;
  }

  /**
   * @param what was asked for, as in “refused to list hostnames”
   * @throws {Refused} unless it was done
   */
  read<T>(reply: Reply, shape: z.ZodType<T>, what: string): T {
    return reply.status < 400 ? this.parse(reply, shape) : this.refuse(reply, what);
  }

  /** @throws {Refused} */
  refuse(reply: Reply, what: string): never {
    throw new Refused(`${this.#caller.name} refused ${what}: ${this.#reason(reply)}`);
  }

  /** What it said, without our secret, as much as fits into a sentence. */
  saying(texts: readonly string[]): string {
    const plain = texts.join("; ").replaceAll(this.#caller.secret, "…").replace(/\s+/g, " ").trim();
    return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
  }

  #reason({ status, body }: Reply): string {
    return this.saying(messagesIn(body)) || `HTTP ${status}`;
  }
}

const NO_RECORDS = {
  hostname_cname_name: "",
  hostname_cname_value: "",
  hostname_txt_name: "",
  hostname_txt_value: "",
  certificate_txt_name: "",
  certificate_txt_value: "",
};

type Known = Partial<typeof NO_RECORDS> & Pick<Partial<Shown>, "external_id" | "pullzone_id">;

/** What a page shows of a domain: records that are not known are empty. */
export function showing({ external_id = null, pullzone_id = null, ...records }: Known): Shown {
  return {
    validation_records: { ...NO_RECORDS, ...records },
    main_hostname: records.hostname_cname_value || null,
    external_id,
    pullzone_id,
  };
}

/** A driver's step in which a refusal means that the domain failed, to begin anew when asked. */
export function failing(
  step: (task: DomainTask) => Promise<Progress>,
  shown: (task: DomainTask) => Shown,
): (task: DomainTask) => Promise<Progress> {
  return async (task) => {
    const progress = await step(task).catch((error): Progress => {
      if (!(error instanceof Refused)) throw error;
      const { state } = task;
      return { kind: "failed", state, shown: shown(task), error: error.message };
    });
    if (progress.kind !== "failed") return progress;
    return { ...progress, state: { ...progress.state, has_failed: true } };
  };
}

/** What a provider refuses to take away is tried again: somebody may mend the credentials. */
export function removing(
  remove: (task: DomainTask) => Promise<void>,
): (task: DomainTask) => Promise<void> {
  return (task) =>
    remove(task).catch((error) => {
      throw error instanceof Refused ? new PutOff(error.message) : error;
    });
}
