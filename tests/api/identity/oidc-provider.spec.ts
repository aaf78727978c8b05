import { createServer } from "node:http";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { listenHere } from "#tests/support/server/loopback.ts";
import { startServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

test("however many sign in, a provider that is ill is asked once, and none of them waits longer", async ({
  databaseUrl,
}) => {
  let asked = 0;
  const ill = createServer((_request, response) => {
    asked += 1;
    setTimeout(() => response.writeHead(503).end(), 300);
  });
  const issuer = `http://127.0.0.1:${await listenHere(ill)}`;
  const env = { APP_SECRET, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "allclear", WORKER: "off" };
  const server = await startServer({ databaseUrl, env });
  const visit = () => server.request("/sign-in/oidc?next=/account");
  const answers = await Promise.all([visit(), visit(), visit(), visit()]);
  for (const { headers } of [...answers, await visit()])
    expect(headers.location).toBe("/sign-in?next=%2Faccount&oidc=unreachable");
  expect(asked).toBe(1);
  await server.stop();
  ill.close();
});
