import { callAction, postForm } from "#tests/support/actions/call.ts";
import { cookieOf, mintSubject } from "#tests/support/actions/people.ts";
import { made, NAMES } from "#tests/support/actions/sample.ts";
import { SAMPLES } from "#tests/support/actions/samples.ts";
import { changesBy } from "#tests/support/db/changes.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: WITHOUT_WORKER });

/** What a browser says when another site sends. */
const ELSEWHERE: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

test("no action is done for a form or a script of another site", async ({ database, server }) => {
  const subject = await mintSubject(database);
  const own = await cookieOf(database, subject.user);
  const done: string[] = [];
  for (const name of NAMES) {
    const tried = await made(name, SAMPLES[name], subject);
    const cookie = tried.cookie ? `${own}; ${tried.cookie}` : own;
    const changes = await changesBy(database, async () => {
      for (const headers of ELSEWHERE) {
        const { status } = await callAction(server, name, tried, { cookie, headers });
        if (status !== 403) done.push(`${name} ${JSON.stringify(headers)}: ${status}`);
        if ("values" in tried.sent) continue;
        const { status: plain } = await postForm(server, name, tried, { cookie, headers });
        if (plain !== 403)
          done.push(`${name} without scripts ${JSON.stringify(headers)}: ${plain}`);
      }
    });
    if (changes.length > 0) done.push(`${name} wrote ${changes.map(({ table }) => table)}`);
  }
  expect(done).toEqual([]);
});
