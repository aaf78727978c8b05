import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, createServer } from "node:http2";
import { answerAfter, RequestPacer } from "#lib/server/front/request-pacer.ts";
import { listenHere } from "#tests/support/server/loopback.ts";
import { expect, test } from "#tests/support/test.ts";

test("of a client's flood 200 go on at once, then one each 2 ms, and no more than 2,500 wait", () => {
  const pace = new RequestPacer();
  const waits = Array.from({ length: 3_000 }, () => pace.take("192.0.2.1", 1_000));
  expect(waits.filter((wait_ms) => wait_ms === 0)).toHaveLength(200);
  expect(waits.slice(200, 2_700)).toEqual(Array.from({ length: 2_500 }, (_, n) => 2 * n + 2));
  expect(waits.slice(2_700).every((wait_ms) => wait_ms === null)).toBe(true);
});

test("other clients do not wait, and who stopped goes on at once", () => {
  const pace = new RequestPacer();
  for (let asked = 0; asked < 300; asked += 1) pace.take("192.0.2.1", 1_000);
  expect(pace.take("192.0.2.2", 1_000)).toBe(0);
  expect(pace.take("192.0.2.1", 1_000)).toBe(202);
  expect(pace.take("192.0.2.1", 1_202)).toBe(2);
  expect(pace.take("192.0.2.1", 1_300)).toBe(0);
});

test("who leaves before its turn costs no answer, by HTTP/2 neither", async () => {
  const begun: string[] = [];
  const server = createServer((request, response) => {
    answerAfter(request.url === "/left" ? 100 : 200, response as unknown as ServerResponse, () => {
      begun.push(request.url);
      response.end();
    });
  });
  const client = connect(`http://127.0.0.1:${await listenHere(server)}`);
  const left = client.request({ ":path": "/left" });
  const stays = client.request({ ":path": "/stays" });
  await once(server, "request");
  left.close();
  await once(stays, "response");
  expect(begun).toEqual(["/stays"]);
  client.destroy();
  server.close();
});
