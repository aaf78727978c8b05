import type { z } from "zod";
import {
  type ConfigFields,
  type DomainTask,
  Postponed,
  type Progress,
} from "#lib/domains/driver.ts";
import { now } from "#lib/platform/clock.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { providerUrl, retryAfter_s } from "#lib/platform/http/provider-calls.ts";

/** A permanent refusal by a provider; the message is for the page's operators. */
export class ProviderRefusal extends Error {}

type Request = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: object;
  timeout_ms?: number;
};

/** A reply below 500; `body`: null unless it is JSON. */
export type Reply = { status: number; body: unknown };

type Caller = {
  name: "cdn_a" | "cdn_b";
  base: string;
  headers: Record<string, string>;
  /** Removed from all texts. */
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

type ErrorBody = {
  errors?: { code?: number; message?: string }[] | null;
  Message?: string | null;
};

function messagesIn(body: unknown): string[] {
  const { errors, Message } = (body ?? {}) as ErrorBody;
  const texts = Array.isArray(errors) ? errors.map(({ message }) => message ?? "") : [];
  return [...texts, Message ?? ""].filter((text) => typeof text === "string" && text !== "");
}

export abstract class Provider {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * @throws {Postponed} when it cannot be reached or asks to wait
   * @throws {ProviderRefusal} when it rejects the credentials
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
      throw new Postponed(`${name} cannot be reached (${error.failure}); it is tried again.`);
    });
    const { status } = answer;
    const after_ms = retryAfter_s(answer.headers["retry-after"], now()) * 1_000;
    if (status === 429) throw new Postponed(`${name} asks to wait (HTTP 429).`, after_ms);
    if (status === 408 || status >= 500)
      throw new Postponed(`${name} has trouble (HTTP ${status}); it is tried again.`, after_ms);
    const reply = { status, body: jsonOf(answer.body) };
    if (status === 401 || status === 403)
      throw new ProviderRefusal(
        `${name} does not accept the credentials (${this.#reason(reply)}). Enter a valid key in the integration, then save the domain again.`,
      );
    return reply;
  }

  /** @throws {Postponed} for a reply of another shape */
  parse<T>({ body }: Reply, shape: z.ZodType<T>): T {
    const parsed = shape.safeParse(body);
    if (!parsed.success)
      throw new Postponed(`${this.#caller.name} gave an odd answer; it is tried again.`);
    return parsed.data;
  }

  /**
   * @param what completes “refused …”
   * @throws {ProviderRefusal} for an error status
   */
  read<T>(reply: Reply, shape: z.ZodType<T>, what: string): T {
    return reply.status < 400 ? this.parse(reply, shape) : this.refuse(reply, what);
  }

  refuse(reply: Reply, what: string): never {
    throw new ProviderRefusal(`${this.#caller.name} refused ${what}: ${this.#reason(reply)}`);
  }

  /** Joins messages without the secret, shortened to one sentence. */
  redact(texts: readonly string[]): string {
    const plain = texts.join("; ").replaceAll(this.#caller.secret, "…").replace(/\s+/g, " ").trim();
    return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
  }

  #reason({ status, body }: Reply): string {
    return this.redact(messagesIn(body)) || `HTTP ${status}`;
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

type Known = Partial<typeof NO_RECORDS> &
  Pick<Partial<ConfigFields>, "external_id" | "pullzone_id">;

/** Unknown records are empty strings. */
export function configFields({
  external_id = null,
  pullzone_id = null,
  ...records
}: Known): ConfigFields {
  return {
    validation_records: { ...NO_RECORDS, ...records },
    main_hostname: records.hostname_cname_value || null,
    external_id,
    pullzone_id,
  };
}

/** Turns a refusal into a failed domain, which starts again when requested again. */
export function failing(
  step: (task: DomainTask) => Promise<Progress>,
  fields: (task: DomainTask) => ConfigFields,
): (task: DomainTask) => Promise<Progress> {
  return async (task) => {
    const progress = await step(task).catch((error): Progress => {
      if (!(error instanceof ProviderRefusal)) throw error;
      const { state } = task;
      return { kind: "failed", state, fields: fields(task), error: error.message };
    });
    if (progress.kind !== "failed") return progress;
    return { ...progress, state: { ...progress.state, has_failed: true } };
  };
}

/** A refused removal is retried: somebody may correct the credentials. */
export function removing(
  remove: (task: DomainTask) => Promise<void>,
): (task: DomainTask) => Promise<void> {
  return (task) =>
    remove(task).catch((error) => {
      throw error instanceof ProviderRefusal ? new Postponed(error.message) : error;
    });
}
