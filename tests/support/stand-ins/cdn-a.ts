import { randomBytes } from "node:crypto";
import {
  type Asked,
  jsonOf,
  type Protocol,
  type Reply,
} from "#tests/support/stand-ins/stand-in.ts";

export const ZONE = "0123456789abcdef0123456789abcdef";
export const ZONE_NAME = "saas.example.net";
export const TOKEN = "cdn-a-token-9f2c";
export const FALLBACK = "proxy.saas.example.net";

type TxtRecord = { txt_name: string; txt_value: string; status: string };

/** A custom hostname, as the zone has it. */
export type Custom = {
  id: string;
  hostname: string;
  status: string;
  verification_errors?: string[];
  ownership_verification: { type: "txt"; name: string; value: string };
  ssl: {
    status: string;
    method: string;
    type: string;
    validation_records?: TxtRecord[];
    validation_errors?: { message: string }[];
  };
};

const ok = (result: unknown, status = 200): Reply => ({
  status,
  body: { success: true, errors: [], messages: [], result },
});
const no = (status: number, code: number, message: string): Reply => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

/** A zone of custom hostnames: its certificate records come only with a later read. */
export class CdnA {
  readonly hostnames = new Map<string, Custom>();
  fallback: string | null = FALLBACK;
  /** Values of the certificate's record: a line for each certificate. */
  tokens = 1;

  readonly protocol: Protocol = (asked) => {
    const { url, headers } = asked;
    if (headers.authorization !== `Bearer ${TOKEN}`) return no(403, 10000, "Authentication error");
    const path = url.pathname.replace("/client/v4/zones", "");
    if (path === "") {
      const isOurs = url.searchParams.get("name") === ZONE_NAME;
      return ok(isOurs ? [{ id: ZONE, name: ZONE_NAME }] : []);
    }
    const rest = path.replace(`/${ZONE}/custom_hostnames`, "");
    if (rest === path) return no(404, 7003, "Could not route to the zone");
    if (rest === "/fallback_origin") return this.#origin(asked);
    return rest === "" ? this.#list(asked) : this.#one(asked, rest.slice(1));
  };

  named(hostname: string): Custom | undefined {
    return [...this.hostnames.values()].find((one) => one.hostname === hostname);
  }

  /** Sets what the provider found out about a hostname. */
  set(hostname: string, status: string, ssl: string, errors: string[] = []): void {
    const one = this.named(hostname);
    if (!one) throw new Error(`${hostname} is not there`);
    one.status = status;
    one.verification_errors = errors;
    one.ssl.status = ssl;
    if (ssl === "active") delete one.ssl.validation_records;
  }

  #origin(asked: Asked): Reply {
    if (asked.method === "PUT") {
      this.fallback = (jsonOf(asked) as { origin: string }).origin;
      return ok({ origin: this.fallback, status: "initializing" });
    }
    if (this.fallback === null) return no(404, 1551, "Resource not found");
    return ok({ origin: this.fallback, status: "active" });
  }

  #list(asked: Asked): Reply {
    if (asked.method === "GET") {
      const found = this.named(asked.url.searchParams.get("hostname") ?? "");
      return ok(found ? [found] : []);
    }
    const { hostname, ssl } = jsonOf(asked) as Custom;
    if (/[^\x20-\x7e]/.test(hostname)) return no(400, 1408, "Non-ASCII hostname");
    if (/\.(invalid|localhost)$/.test(hostname)) return no(400, 1409, "Reserved top level domain");
    if (this.named(hostname)) return no(409, 1406, "Duplicate custom hostname found.");
    const id = randomBytes(16).toString("hex");
    const name = `_cf-custom-hostname.${hostname}`;
    const made: Custom = {
      id,
      hostname,
      status: "pending",
      ownership_verification: { type: "txt", name, value: `owner-${id}` },
      ssl: { status: "initializing", method: ssl.method, type: ssl.type },
    };
    this.hostnames.set(id, made);
    return ok(made, 201);
  }

  #one(asked: Asked, id: string): Reply {
    const one = this.hostnames.get(id);
    if (!one) return no(404, 1436, "The custom hostname was not found.");
    if (asked.method === "DELETE") this.hostnames.delete(id);
    if (asked.method === "PATCH") {
      Object.assign(one, { status: "pending", verification_errors: [] });
      one.ssl.status = "initializing";
      return ok(one, 202);
    }
    if (asked.method === "GET" && one.ssl.status === "initializing") {
      one.ssl.status = "pending_validation";
      one.ssl.validation_records = Array.from({ length: this.tokens }, (_, n) => ({
        txt_name: `_acme-challenge.${one.hostname}`,
        txt_value: `token-${n}-${id}`,
        status: "pending",
      }));
    }
    return ok(one);
  }
}
