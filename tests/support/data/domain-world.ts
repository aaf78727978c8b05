import { createServer as createPlain, type RequestListener } from "node:http";
import { createServer as createSecure, type Server } from "node:https";
import { PROOF_PATH, proofOf } from "#lib/domains/dns-records.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";

/** Where names are to lead to in these tests. */
export const TARGET = "edge.allclear.test";

type Settings = Record<string, string>;

function set(settings: Settings): void {
  Object.assign(process.env, settings);
  provideEnv({});
}

/** Answers for names as this installation does. */
export const proves: RequestListener = ({ headers, url }, response) => {
  const name = (headers.host ?? "").replace(/:\d+$/, "");
  response.end(proofOf(name, (url ?? "").slice(PROOF_PATH.length)));
};

/** DNS and what answers at the names, as their owners set it up, on this machine. */
export class DomainWorld {
  readonly dns: NameServer;
  readonly authority = certify({ host: "Test Authority", isAuthority: true });
  /** What answers over both; each test says what it does. */
  answer: RequestListener = proves;
  answerSecurely: RequestListener = proves;
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  readonly #plain = createPlain((request, response) => {
    this.asked.push(request.url ?? "");
    this.answer(request, response);
  });
  #secure: Server | undefined;
  readonly #saved = { ...process.env };

  private constructor(dns: NameServer) {
    this.dns = dns;
  }

  static async open(settings: Settings = {}): Promise<DomainWorld> {
    const world = new DomainWorld(await NameServer.open());
    set({
      DNS_SERVERS: world.dns.address,
      DOMAIN_TARGET: TARGET,
      ALLOW_PRIVATE_TARGETS: "1",
      PUBLIC_HTTP_PORT: String(await listenHere(world.#plain)),
      PUBLIC_HTTPS_PORT: "1",
      ...settings,
    });
    return world;
  }

  change(settings: Settings): void {
    set(settings);
  }

  /** Has HTTPS answered, too, with a certificate for a name. */
  async secure(host: string, by: ReturnType<typeof certify> | undefined): Promise<void> {
    const { cert, keyPem } = certify({ host, by });
    this.#secure = createSecure({ cert, key: keyPem }, (request, response) =>
      this.answerSecurely(request, response),
    );
    set({ PUBLIC_HTTPS_PORT: String(await listenHere(this.#secure)) });
  }

  async close(): Promise<void> {
    for (const name of Object.keys(process.env))
      if (!(name in this.#saved)) delete process.env[name];
    set(this.#saved as Settings);
    await shut(this.#plain);
    if (this.#secure) await shut(this.#secure);
    await this.dns.close();
  }
}
