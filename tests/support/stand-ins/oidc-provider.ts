import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

export const CLIENT = { id: "allclear", secret: "the secret of the test's client" };

/** Somebody whom the provider knows; undefined and null are what it does not or cannot say. */
type ProviderPerson = {
  sub: string;
  email?: string | null;
  email_verified?: unknown;
  name?: string | null;
};

function signingKey(algorithm: "RS256" | "ES256") {
  const { privateKey } =
    algorithm === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2_048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ format: "jwk" });
}

/** An OpenID provider of this machine; whoever comes is `person`, and agrees. */
export class OidcServer {
  person: ProviderPerson | null = null;
  /** What its userinfo says instead; null: it has none to give. */
  userinfo: Partial<ProviderPerson> | null = {};
  /** What it was asked with, newest last. */
  readonly asked: URLSearchParams[] = [];
  private server: Server | undefined;
  issuer = "";

  /**
   * @param callback where people are sent back to
   * @param algorithm what it signs ID tokens with
   */
  static async open(
    port: number,
    callback: string,
    algorithm: "RS256" | "ES256" = "RS256",
  ): Promise<OidcServer> {
    const opened = new OidcServer();
    opened.issuer = `http://127.0.0.1:${port}`;
    const provider = opened.provider(callback, algorithm);
    const handle = provider.callback();
    opened.server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", opened.issuer);
      if (url.pathname === "/auth") opened.asked.push(url.searchParams);
      if (url.pathname === "/me" && !opened.userinfo) response.writeHead(503).end();
      else if (url.pathname.startsWith("/interaction/"))
        void opened.agree(provider, request, response);
      else void handle(request, response);
    });
    await listenHere(opened.server, port);
    return opened;
  }

  /** Goes through with what a browser is sent to it for. @returns the query of the callback */
  async visitedBy(url: string): Promise<string> {
    const jar = new Map<string, string>();
    let next = new URL(url);
    while (next.origin === this.issuer) {
      const cookie = Array.from(jar, (pair) => pair.join("=")).join("; ");
      const answer = await fetch(next, { headers: { cookie }, redirect: "manual" });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        jar.set(name, value);
      }
      next = new URL(answer.headers.get("location") ?? "about:blank", next);
    }
    return next.search;
  }

  private provider(callback: string, algorithm: "RS256" | "ES256"): Provider {
    return new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [callback],
          grant_types: ["authorization_code"],
          response_types: ["code"],
          id_token_signed_response_alg: algorithm,
        },
      ],
      jwks: { keys: [signingKey(algorithm)] },
      conformIdTokenClaims: false,
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      cookies: { keys: ["the provider of a test"] },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: (use) => ({ ...this.person, ...(use === "userinfo" && this.userinfo), sub: id }),
      }),
    });
  }

  private async agree(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { prompt, params, session, grantId } = await provider.interactionDetails(
      request,
      response,
    );
    if (prompt.name === "login") {
      const result = this.person
        ? { login: { accountId: this.person.sub } }
        : { error: "access_denied", error_description: "nobody is there" };
      return provider.interactionFinished(request, response, result);
    }
    const accountId = session?.accountId ?? "";
    const clientId = String(params.client_id);
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId, clientId });
    grant?.addOIDCScope("openid email profile");
    const consent = { grantId: await grant?.save() };
    await provider.interactionFinished(request, response, { consent });
  }

  async close(): Promise<void> {
    if (this.server) await shut(this.server);
  }
}
