import type { Db } from "#db/index.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import type { Window } from "#tests/support/course/actions.ts";
import type { Page } from "#tests/support/course/page.ts";
import type { ModelService } from "#tests/support/course/places.ts";
import { TYPES } from "#tests/support/course/said.ts";
import type { Minted, MintedPage } from "#tests/support/data/mint.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";

export const wire = (at: number) => new Date(at * 1000).toISOString().slice(0, 19);

/** A page in the database, and what the model knows of it. */
export type World = {
  db: Db;
  organization_id: number;
  page: MintedPage;
  ctx: Context;
  visitor: Context;
  model: Page;
  turn: number;
};

const realNow = Date.now;

/** Sets the clock of this process; nothing of the time that a verb takes shows. */
export function setClock(at: number | null): void {
  Date.now = at === null ? realNow : () => at * 1000;
}

const DAY = 86_400;

type Planned = { parent: number | null; isPrivate?: boolean; born: number };

// 0 ─ 1 ─ 2, 0 ─ 3 (private) ─ 4, 0 ─ 5, 6; 5 and 6 are younger than what happens.
const TREE: Planned[] = [
  { parent: null, born: -40 * DAY },
  { parent: 0, born: -40 * DAY },
  { parent: 1, born: -2 * DAY },
  { parent: 0, isPrivate: true, born: -40 * DAY },
  { parent: 3, born: -40 * DAY },
  { parent: 0, born: 0 },
  { parent: null, born: 0 },
];

export async function addService(
  { db, page, model }: Pick<World, "db" | "page" | "model">,
  name: string,
  { parent, isPrivate = false, born }: Planned,
): Promise<ModelService> {
  const place = { order: model.services.length + 1, private: isPrivate };
  const id = await mintService(db, page.id, {
    ...{ name, ...place, display_uptime_graph: true },
    ...(parent !== null && { parent_id: parent }),
  });
  const inserted_at = `${wire(born)}Z`;
  await db.updateTable("services").set({ inserted_at }).where("id", "=", id).execute();
  return { name, id, born, parent, isPrivate };
}

/** Notes the tree as it is from now on. */
export function noteTree({ now, past, services }: Page): void {
  past.push({ at: now, services: services.map((service) => ({ ...service })) });
}

async function addTypes(db: Db, status_page_id: number): Promise<void> {
  const own = Object.entries(TYPES).filter(([key, severity]) => key !== severity);
  const rows = own.map(([key, base_severity], order) => ({
    ...{ status_page_id, key, name: key, base_severity, order },
  }));
  await db.insertInto("incident_types").values(rows).execute();
}

export async function createWorld(db: Db, { id }: Minted, window: Window): Promise<World> {
  const { time_zone } = window;
  const now = Date.parse(`${window.start}Z`) / 1000;
  setClock(now);
  const settings = { custom_incident_types_enabled: true };
  const page = await mintPage(db, id, { time_zone, settings });
  await addTypes(db, page.id);
  const model: Page = {
    ...{ zone: time_zone, now, services: [], past: [] },
    ...{ incidents: [], corrections: [] },
  };
  for (const { parent, born, ...rest } of TREE) {
    const above = parent === null ? null : (model.services[parent]?.id ?? null);
    const made = await addService({ db, page, model }, `S${model.services.length}`, {
      ...rest,
      parent: above,
      born: now + born,
    });
    model.services.push(made);
  }
  noteTree(model);
  const ctx = systemContext(db, "course");
  return {
    ...{ db, organization_id: id, page, ctx, visitor: { ...ctx, actor: { kind: "visitor" } } },
    ...{ model, turn: 0 },
  };
}
