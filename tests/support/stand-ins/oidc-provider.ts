import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
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
  /** Of the claims below. */
  [claim: string]: unknown;
};

const CLAIMS = ["name", "groups", "resource_access", "roles", "_claim_names"];

type Algorithm = "RS256" | "ES256";
type SigningKey = { kid: string; algorithm: Algorithm; privateKey: KeyObject };

function signingKey(algorithm: Algorithm, kid = "first"): SigningKey {
  const { privateKey } =
    algorithm === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2_048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { kid, algorithm, privateKey };
}

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Provider and callers share a process: only while it answers is its clock another one. */
function shiftDate(response: ServerResponse, shift_ms: number): void {
  const { now } = Date;
  Date.now = () => now() + shift_ms;
  response.once("close", () => {
    Date.now = now;
  });
}

type Options = {
  algorithm?: Algorithm;
  /** Where it says that a session has ended. */
  logout?: string;
  /** Where people are sent back to from a sign-out. */
  signed_out?: string;
};

/** An OpenID provider of this machine; whoever comes is `person`, and agrees. */
export class OidcServer {
  person: ProviderPerson | null = null;
  /** What its userinfo says instead; null: it has none to give. */
  userinfo: Partial<ProviderPerson> | null = {};
  /** What it was asked with, newest last. */
  readonly asked: URLSearchParams[] = [];
  /** How far its clock is off while it makes tokens. */
  shift_ms = 0;
  private key = signingKey("RS256");
  private isRotated = false;
  private server: Server | undefined;
  issuer = "";

  /** @param callback where people are sent back to */
  static async open(port: number, callback: string, options: Options = {}): Promise<OidcServer> {
    const opened = new OidcServer();
    opened.issuer = `http://127.0.0.1:${port}`;
    opened.key = signingKey(options.algorithm ?? "RS256");
    const provider = opened.provider(callback, options);
    const handle = provider.callback();
    opened.server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", opened.issuer);
      if (url.pathname === "/auth") opened.asked.push(url.searchParams);
      if (url.pathname === "/token" && opened.shift_ms !== 0) shiftDate(response, opened.shift_ms);
      if (url.pathname === "/me" && !opened.userinfo) response.writeHead(503).end();
      else if (url.pathname === "/jwks" && opened.isRotated)
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ keys: [opened.publicKey()] }));
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

  private publicKey() {
    const { kid, algorithm: alg, privateKey } = this.key;
    return { ...createPublicKey(privateKey).export({ format: "jwk" }), kid, alg, use: "sig" };
  }

  /** Another key from now on. */
  rotate(algorithm: Algorithm, kid: string): void {
    this.key = signingKey(algorithm, kid);
    this.isRotated = true;
  }

  /** A token as the provider signs it. */
  sign(claims: object, header: object = {}): string {
    const { kid, algorithm: alg, privateKey: key } = this.key;
    const data = `${base64url({ alg, kid, ...header })}.${base64url(claims)}`;
    const how = { key, ...(alg === "ES256" && { dsaEncoding: "ieee-p1363" as const }) };
    return `${data}.${sign("sha256", Buffer.from(data), how).toString("base64url")}`;
  }

  private provider(callback: string, { logout, signed_out }: Options): Provider {
    const { kid, algorithm, privateKey } = this.key;
    return new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [callback],
          grant_types: ["authorization_code"],
          response_types: ["code"],
          id_token_signed_response_alg: algorithm,
          ...(signed_out && { post_logout_redirect_uris: [signed_out] }),
          ...(logout && {
            backchannel_logout_uri: logout,
            backchannel_logout_session_required: true,
          }),
        },
      ],
      jwks: {
        keys: [{ ...privateKey.export({ format: "jwk" }), kid, alg: algorithm, use: "sig" }],
      },
      ttl: { IdToken: 300, AuthorizationCode: 1_000 },
      conformIdTokenClaims: false,
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: CLAIMS },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      // Its own one refuses addresses of this machine.
      fetch: (url: string | Request | URL, options?: RequestInit) =>
        fetch(url, { ...options, dispatcher: undefined } as RequestInit),
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
