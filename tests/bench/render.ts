import { type Db, patientDatabase } from "#db/index.ts";
import { notifyPageChanged } from "#lib/core/transaction/queries.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import type { Bench } from "./bench.ts";
import { BROWSER, median, percentile } from "./load.ts";
import { say } from "./print.ts";

const RENDERS = 40;
const WARM_UP = 10;
const MAX_READS = 1_000;
const UNHEARD = ["200 allclear; hit", "200 allclear; fwd=bypass"];

/**
 * Milliseconds of the first read that the server renders after it hears that the page changed.
 * @throws when none is rendered
 */
export async function renderTime(db: Db, page: { id: number; url: string }): Promise<number> {
  await db.transaction().execute((trx) => notifyPageChanged(trx, page.id));
  for (let n = 0; n < MAX_READS; n += 1) {
    const start = performance.now();
    const answer = await fetch(page.url, { headers: BROWSER });
    await answer.arrayBuffer();
    const time = performance.now() - start;
    const how = `${answer.status} ${answer.headers.get("cache-status")}`;
    if (how === "200 allclear; fwd=miss; stored") return time;
    // Until the server has heard, which it may do while it renders.
    if (!UNHEARD.includes(how)) throw new Error(`${page.url} was not rendered: ${how}`);
  }
  throw new Error(`${page.url} is never rendered anew`);
}

/** Pages whose copies another process drops, read one at a time. */
export async function measureRender(bench: Bench): Promise<void> {
  provideEnv({ DATABASE_URL: bench.database_url });
  const db = patientDatabase();
  try {
    for (const subdomain of ["acme", "large"]) {
      const { id } = await db
        .selectFrom("status_pages")
        .select("id")
        .where("subdomain", "=", subdomain)
        .executeTakeFirstOrThrow();
      const services = await db
        .selectFrom("services")
        .select("id")
        .where("status_page_id", "=", id)
        .execute();
      const times: number[] = [];
      for (let n = 0; n < WARM_UP + RENDERS; n += 1)
        times.push(await renderTime(db, { id, url: `${bench.url}/s/${subdomain}` }));
      times.splice(0, WARM_UP);
      say(
        "render",
        `uncached page, ${services.length} services: median ${median(times).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms, one at a time`,
      );
    }
  } finally {
    await db.destroy();
  }
}
