import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Certificate } from "#tests/support/data/certificates.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";

const ACCEPTS_TLS = "S";

async function serve(client: Socket, target: URL, { cert, keyPem }: Certificate): Promise<void> {
  client.on("error", () => {});
  await once(client, "data");
  client.write(ACCEPTS_TLS);
  const plain = connect(Number(target.port || 5432), target.hostname);
  const encrypted = new TLSSocket(client, { isServer: true, cert, key: keyPem });
  for (const socket of [plain, encrypted]) socket.on("error", () => {});
  encrypted.pipe(plain).pipe(encrypted);
}

/** PostgreSQL as a server that is reached by TLS. @returns its address, and how it ends */
export async function startEncrypting(
  target: URL,
  certificate: Certificate,
): Promise<{ url: URL; stop(): Promise<void> }> {
  const server = createServer((client) => void serve(client, target, certificate));
  const url = Object.assign(new URL(target), { host: `127.0.0.1:${await listenHere(server)}` });
  return { url, stop: () => shut(server) };
}
