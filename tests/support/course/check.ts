import fc from "fast-check";
import type { Db } from "#db/index.ts";
import { type Action, HISTORIES, type History, printed } from "#tests/support/course/actions.ts";
import { modelCourses, modelLines, readCourses, readLines } from "#tests/support/course/compare.ts";
import { play } from "#tests/support/course/play.ts";
import { createWorld, setClock } from "#tests/support/course/world.ts";
import type { Minted } from "#tests/support/data/mint.ts";
import { expect } from "#tests/support/test.ts";

type Kinds = Map<Action["do"], number>;

/**
 * Lets random histories happen on pages of their own, and compares what the pages say with the
 * model. A history that differs is shrunk and printed.
 * @returns how often each kind of action was accepted
 */
export async function checkHistories(
  db: Db,
  organization: Minted,
  parameters: { numRuns: number; seed?: number },
): Promise<Kinds> {
  const accepted: Kinds = new Map();
  const property = async (history: History) => {
    const world = await createWorld(db, organization, history.window);
    for (const action of history.actions)
      if (await play(world, action)) accepted.set(action.do, (accepted.get(action.do) ?? 0) + 1);
    world.model.now += history.look;
    setClock(world.model.now);
    expect(await readCourses(world), printed(history)).toEqual(modelCourses(world));
    expect(await readLines(world), printed(history)).toEqual(modelLines(world));
  };
  try {
    await fc.assert(fc.asyncProperty(HISTORIES, property), parameters);
  } finally {
    setClock(null);
  }
  return accepted;
}
