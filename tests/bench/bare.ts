import { writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort, Process } from "./processes.ts";

/** A server that answers what another one answers to this now, with as many headers. */
export async function startBare(
  asked: string,
  headers: Record<string, string>,
  folder: string,
): Promise<{ url: string; process: Process }> {
  const { promise, resolve, reject } = Promise.withResolvers<object>();
  const request = get(asked, { headers }, async (response) => {
    const { date: _date, connection: _connection, ...own } = response.headers;
    delete own["keep-alive"];
    resolve({ headers: own, body: (await buffer(response)).toString("base64") });
  });
  request.on("error", reject);
  const file = join(folder, "bytes.json");
  await writeFile(file, JSON.stringify(await promise));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = new Process(["tests/bench/bare.mjs", String(port), file]);
  await process.until(url);
  return { url: `${url}${new URL(asked).pathname}`, process };
}
