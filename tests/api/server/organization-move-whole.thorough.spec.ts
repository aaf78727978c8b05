import { test } from "#tests/support/server/moving.ts";
import { playMove } from "#tests/support/server/play-move.ts";

test("an organization moves between two installations that run, killed twice: readers see it all the time, all of it arrives, and nobody is told", async ({
  moving,
}) => {
  test.setTimeout(300_000);
  await playMove(moving, Number.POSITIVE_INFINITY);
});
