import { test } from "#tests/support/server/moving.ts";
import { playMove } from "#tests/support/server/play-move.ts";

test.use({ bulk: { incidents: 10_000, subscribers: 100_000 } });

test("an organization of 10,000 incidents and 100,000 subscribers moves like a small one", async ({
  moving,
}) => {
  test.setTimeout(3_600_000);
  await playMove(moving, 500);
});
