import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from "node:http2";
import { type Agent, request } from "node:https";
import { buffer } from "node:stream/consumers";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { Db } from "#db/index.ts";
import { toWire } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { type Certificate, certify } from "#tests/support/data/certificates.ts";

/** Who signs what the servers of these tests present. */
export const authority = certify({ host: "The authority of the tests" });

export type Asked = {
  /** What the client's handshake names; the host unless told otherwise, "" for none. */
  servername?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
  ca?: string;
  minVersion?: "TLSv1.2";
  maxVersion?: "TLSv1.1" | "TLSv1.2";
};

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** What the server presented, and whether the tests' authority stands for it. */
  certificate: PeerCertificate;
  trusted: boolean;
};

/** A request over HTTP/1.1 and TLS, whatever certificate is presented. */
export function ask(port: number, host: string, path = "/", asked: Asked = {}): Promise<Answer> {
  const { servername = host, headers, body, ca = authority.cert, ...options } = asked;
  const target = { host: "127.0.0.1", port, path, servername, ca, ...options };
  return new Promise((resolve, reject) => {
    const sent = request({
      ...target,
      agent: options.agent ?? false,
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      headers: { host, ...headers },
    });
    sent.once("error", reject);
    sent.once("response", async (incoming) => {
      const socket = incoming.socket as TLSSocket;
      const [certificate, trusted] = [socket.getPeerCertificate(), socket.authorized];
      const text = (await buffer(incoming)).toString();
      const { statusCode: status = 0, headers } = incoming;
      resolve({ status, headers, text, certificate, trusted });
    });
    sent.end(body);
  });
}

/** A connection of HTTP/2. */
export function openHttp2(port: number, servername: string): ClientHttp2Session {
  const options = { ca: authority.cert, servername, rejectUnauthorized: false };
  return connect(`https://127.0.0.1:${port}`, options).on("error", () => {});
}

type Http2Answer = { status: number; headers: Record<string, unknown>; text: string };

/** One request on a connection of HTTP/2. */
export function askHttp2(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<Http2Answer> {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return new Promise((resolve, reject) => {
    stream.once("error", reject);
    stream.once("close", () => reject(new Error(`closed with ${stream.rstCode}`)));
    stream.once("response", async (head) => {
      const text = (await buffer(stream).catch(() => Buffer.alloc(0))).toString();
      resolve({ status: Number(head[":status"]), headers: head, text });
    });
  });
}

/** Puts a certificate of the tests' authority, or another one, where the nodes find it. */
export async function putCertificate(
  db: Db,
  name: string,
  certificate: Certificate = certify({ host: name, by: authority }),
): Promise<Certificate> {
  const far = toWire(new Date(Date.now() + 1e10));
  const values = {
    chain: certificate.cert,
    private_key: seal(certificate.keyPem),
    issuer: authority.name,
    not_before: toWire(new Date()),
    not_after: far,
    due_at: far,
  };
  await db
    .insertInto("certificates")
    .values({ name, source: "uploaded", ...values })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(values))
    .execute();
  return certificate;
}
