import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { isDatabaseThere } from "#db/index.ts";
import { requestScope } from "#lib/core/request/request-scope.ts";

export type Rendered = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Chunk = string | Uint8Array;
type Callback = (error?: Error | null) => void;

function callbackIn(args: unknown[]): Callback | undefined {
  return args.find((arg): arg is Callback => typeof arg === "function");
}

class CapturedResponse extends ServerResponse {
  readonly chunks: Buffer[] = [];

  #keep(chunk: unknown, encoding: unknown): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (typeof chunk === "string")
      this.chunks.push(
        Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"),
      );
    else if (chunk instanceof Uint8Array) this.chunks.push(Buffer.from(chunk));
  }

  override write(chunk: Chunk, ...rest: unknown[]): boolean {
    this.#keep(chunk, rest[0]);
    callbackIn(rest)?.();
    return true;
  }

  override end(...args: unknown[]): this {
    if (this.finished) return this;
    this.#keep(args[0], args[1]);
    this.finished = true;
    callbackIn(args)?.();
    this.emit("finish");
    this.emit("close");
    return this;
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.at(-1);
    if (typeof headers === "object" && headers !== null) {
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    }
    return super.writeHead(status);
  }

  override flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
  }
}

export type Ask = { url: string; headers: Record<string, string> };

export function capture(handler: Handler, { url, headers }: Ask): Promise<Rendered> {
  return captureAnswer(handler, looking({ url, headers }));
}

function looking({ url, headers }: Ask): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, {
    method: "GET",
    url,
    headers,
    httpVersion: "1.1",
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    complete: true,
  });
  request.rawHeaders = Object.entries(headers).flat();
  request.push(null);
  return request;
}

export function captureAnswer(handler: Handler, request: IncomingMessage): Promise<Rendered> {
  const response = new CapturedResponse(request);
  return new Promise((resolve, reject) => {
    response.once("close", () => {
      resolve({
        status: response.statusCode,
        headers: response.getHeaders(),
        body: Buffer.concat(response.chunks),
      });
    });
    handler(request, response).then(() => {
      if (!response.finished) response.end();
    }, reject);
  });
}

const NOBODYS_PAGE = { url: "/s/-", headers: { host: "localhost" } };

/**
 * Renders a public page so that Next loads its code now and not for the first visitor after a
 * start.
 */
export async function warmUp(pages: Handler): Promise<void> {
  if (!(await isDatabaseThere())) return;
  const scope = { request_id: "-", address: null };
  // A failure will show when a visitor's page is rendered.
  await requestScope.run(scope, () => capture(pages, NOBODYS_PAGE)).catch(() => {});
}
