import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { PageCache } from "#lib/server/cache/cache.ts";
import type { Outcome, Visit } from "#lib/server/cache/outcome.ts";
import { callOf } from "#lib/server/front/call.ts";
import { PublicPages } from "#lib/server/front/public-pages.ts";
import { Tenants } from "#lib/server/front/tenants.ts";
import { turnsOf } from "#tests/support/data/turns.ts";
import { openDisk } from "#tests/support/http/cached-page.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { listenHere } from "#tests/support/server/loopback.ts";

const REFUSED = { status: 404, headers: {}, body: Buffer.alloc(0), policy: null };

async function render({ page }: Visit): Promise<Outcome> {
  if (page === "draft") return { ...REFUSED, refused: "draft", restricted: true };
  return { ...REFUSED, refused: "no_page" };
}

/** A front whose app knows one draft and no other page. */
async function listen() {
  const cache = new PageCache(
    { render, isSilent: () => false },
    await openDisk(await ownFolder()),
    turnsOf(),
  );
  const pages = new PublicPages(cache, null, new Tenants());
  const server = createServer((request, response) => {
    const call = callOf(request, response, "test");
    if (call) void pages.show(call, "192.0.2.1");
  });
  return { server, url: `http://127.0.0.1:${await listenHere(server)}` };
}

test("a draft is answered in every header and byte as a name that no page has", async () => {
  const { server, url } = await listen();
  const ask = async (path: string) => {
    const answer = await fetch(url + path, { headers: { cookie: "a=b" } });
    const headers = [...answer.headers].filter(([name]) => name !== "date");
    return { status: answer.status, headers, text: await answer.text() };
  };
  try {
    for (const path of ["", "/history", "/history.rss", "/api/v2/status.json"]) {
      const draft = await ask(`/s/draft${path}`);
      expect(draft).toEqual(await ask(`/s/dream${path}`));
      expect(draft.status).toBe(404);
    }
  } finally {
    server.close();
  }
});
