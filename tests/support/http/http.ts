import { Agent, type ClientRequest, type IncomingHttpHeaders, request as send } from "node:http";
import { buffer } from "node:stream/consumers";

export type Request = {
  method?: string;
  headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown;
};

export type Response = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  json<T>(): T;
};

const agent = new Agent({ keepAlive: true });

/** A server may close an idle connection just when it is used again. */
function wasIdle(outgoing: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return outgoing.reusedSocket && error.code === "ECONNRESET";
}

/**
 * Sends a request to a port of this machine. Not `fetch`: names under `.localhost` resolve in
 * browsers and curl, not in Node, and fetch does not let one set the host.
 */
export function request(
  port: number,
  host: string,
  path: string,
  how: Request = {},
): Promise<Response> {
  const { method = "GET", headers = {}, body } = how;
  const sent =
    body === undefined || typeof body === "string" || Buffer.isBuffer(body)
      ? body
      : JSON.stringify(body);
  const type: Record<string, string> =
    sent === undefined ? {} : { "content-type": "application/json" };
  const length: Record<string, string> =
    sent === undefined ? {} : { "content-length": String(Buffer.byteLength(sent)) };
  return new Promise((resolve, reject) => {
    const outgoing = send({
      agent,
      host: "127.0.0.1",
      port,
      path,
      method,
      headers: { host, ...type, ...length, ...headers },
    });
    outgoing.once("error", (error) => {
      if (wasIdle(outgoing, error)) resolve(request(port, host, path, how));
      else reject(error);
    });
    outgoing.once("response", async (incoming) => {
      try {
        const bytes = await buffer(incoming);
        const text = bytes.toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          bytes,
          json: () => JSON.parse(text),
        });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.end(sent);
  });
}
