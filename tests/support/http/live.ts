import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { TestServer } from "#tests/support/server/server.ts";

/** An open connection of `GET /live`. */
export type LiveStream = {
  status: number;
  headers: IncomingMessage["headers"];
  /** Waits until its text is as the pattern has it. @throws when it ends before */
  next(pattern: RegExp): Promise<string>;
  ended: Promise<void>;
  close(): void;
};

/** Opens one, on a connection of its own. */
export function openLive(server: TestServer, host: string, path: string): Promise<LiveStream> {
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = request(
      { host: "127.0.0.1", port: server.port, path, headers: { host }, agent: false },
      (incoming) => {
        let text = "";
        let wake: (() => void) | undefined;
        const ended = new Promise<void>((resolve) => incoming.once("close", resolve));
        void ended.then(() => wake?.());
        incoming.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
          wake?.();
        });
        const next = async (pattern: RegExp) => {
          while (!pattern.test(text)) {
            if (incoming.closed) throw new Error(`ended after ${text}`);
            await new Promise<void>((again) => {
              wake = again;
            });
          }
          return text;
        };
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          next,
          ended,
          close: () => outgoing.destroy(),
        });
      },
    );
    outgoing.once("error", reject);
    outgoing.end();
  });
}
