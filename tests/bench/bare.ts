import { writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort, Process } from "./processes.ts";

type Bytes = { headers: Record<string, string | string[] | undefined>; body: Buffer };

/** What a server answers to this now. */
export async function readAnswer(asked: string, headers: Record<string, string>): Promise<Bytes> {
  const { promise, resolve, reject } = Promise.withResolvers<Bytes>();
  const request = get(asked, { headers }, async (response) => {
    const { date: _date, connection: _connection, ...own } = response.headers;
    delete own["keep-alive"];
    resolve({ headers: own, body: await buffer(response) });
  });
  request.on("error", reject);
  return promise;
}

/** A server that answers what another one answers to this now, with as many headers. */
export async function startBare(
  asked: string,
  own: Record<string, string>,
  folder: string,
): Promise<{ url: string; process: Process }> {
  const { headers, body } = await readAnswer(asked, own);
  const file = join(folder, "bytes.json");
  await writeFile(file, JSON.stringify({ headers, body: body.toString("base64") }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = new Process(["tests/bench/bare.mjs", String(port), file]);
  await process.until(url);
  return { url: `${url}${new URL(asked).pathname}`, process };
}
