import { database, isDatabaseLost } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { deleteUnusedPictures, listPagesWithPictures } from "#lib/incidents/pictures/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";

// A text that is typed is kept in the browser until it is sent; weeks may pass.
const KEPT_UNUSED_DAYS = 30;

/** Deletes pictures that no text has used for a month after their upload. */
export async function prunePictures(): Promise<void> {
  const db = database();
  const grant = authorizeProgram(systemContext(db, "prune-pictures"));
  const before = later(wireNow(), -KEPT_UNUSED_DAYS * DAY_SECONDS);
  for (const page of await listPagesWithPictures(db, grant, before))
    await deleteUnusedPictures(db, grant, { page, before }).catch((error) => {
      if (isDatabaseLost(error)) throw error;
      log().error({ err: error, status_page_id: page }, "pruning pictures failed");
    });
}
