import { sql } from "kysely";
import type { Installation } from "#tests/support/db/two-installations.ts";
import type { Json, Read } from "#tests/support/http/walk.ts";

/** Ids at the target by those at the source, of each table. */
type Mapping = Map<string, Map<number, number>>;

/** As the command has planned it. */
export function mappingAt(target: Installation): Promise<Mapping> {
  return target.run(async (db) => {
    const { rows } = await sql<{ name: string; source_id: number; target_id: number }>`
      select name, source_id, target_id from move_ids`.execute(db);
    const names = Map.groupBy(rows, ({ name }) => name);
    return new Map(
      Array.from(names, ([name, ids]) => [
        name,
        new Map(ids.map(({ source_id, target_id }) => [source_id, target_id])),
      ]),
    );
  });
}

/** Lists and records that are not called after their table. */
const HOLDERS: Record<string, string> = {
  ...{ children: "services", deliveries: "webhook_deliveries", delivery: "webhook_deliveries" },
  ...{ members: "memberships", alerts: "service_alerts", reports: "service_reports" },
  audit_log: "audit_log",
};

/** Fields with ids that are not called after their table. */
const FIELDS: Record<string, string> = {
  ...{ children_ids: "services", parent_id: "services", delivery_id: "webhook_deliveries" },
  ...{ import_id: "subscription_imports", users_status_pages: "memberships" },
  ...{ notification_recipients: "users", picture_id: "images" },
  // Of findings about the page.
  subject_id: "status_pages",
};

/** Lists of records that get new ids, in the order of before. */
const RENUMBERED = /\/(alerts|audit_log|webhook_deliveries)$/;

/** Differ by themselves: keys are used, and what was found of a domain at the other installation. */
const LEFT = /\b(last_used_at|reached\.(url|text))$/;

/** Compares answers of both installations. */
export class Moved {
  readonly #mapping: Mapping;
  readonly #hosts: readonly (readonly [source: string, target: string])[];
  readonly wrong: unknown[] = [];
  /** Fields in which ids were compared. */
  readonly ids = new Set<string>();

  /** @param hosts of the source, and those of the target instead */
  constructor(mapping: Mapping, hosts: readonly (readonly [string, string])[]) {
    this.#mapping = mapping;
    this.#hosts = hosts;
  }

  idOf(table: string, id: number): number {
    return this.#mapping.get(table)?.get(id) ?? id;
  }

  /** The path at the target. */
  path({ path, operation }: Read): string {
    const holes = operation.path.split("/");
    const parts = path.split("/").map((part, index) => {
      const [, name] = /^\{(\w+)\}$/.exec(holes[index] ?? "") ?? [];
      return name && /^\d+$/.test(part) ? this.idOf(tableOf([name]) ?? "", Number(part)) : part;
    });
    return parts.join("/");
  }

  isRenumbered({ path }: Read): boolean {
    return RENUMBERED.test(path);
  }

  /** Takes the new ids from a list. */
  learn(before: Read, after: Read | undefined): void {
    const [one, other] = [before, after].map((read) => Object.entries((read?.body ?? {}) as Json));
    for (const [index, [name, list]] of (one ?? []).entries()) {
      const table = tableOf([name, "id"]);
      const there = other?.[index]?.[1];
      if (!table || !Array.isArray(list) || !Array.isArray(there)) continue;
      const ids = this.#mapping.get(table) ?? new Map();
      for (const [place, { id }] of list.entries()) ids.set(id, there[place]?.id);
      this.#mapping.set(table, ids);
    }
  }

  compare(before: Read, after: Read | undefined): void {
    const { path, status, body } = before;
    if (status === after?.status) this.#compare(body, after.body, [path]);
    else this.wrong.push([path, status, after?.status]);
  }

  #compare(before: unknown, after: unknown, at: readonly string[]): void {
    if (LEFT.test(at.join("."))) return;
    if (isRecord(before) && isRecord(after)) {
      const [one, other] = [this.#keyed(before, at, true), this.#keyed(after, at, false)];
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
        this.#compare(one[name], other[name], [...at, name]);
    } else if (this.#expected(before, at) !== after) this.wrong.push([at.join("."), before, after]);
  }

  /** Records of a list by their ids at the target. */
  #keyed(value: Json, at: readonly string[], isBefore: boolean): Json {
    const table = tableOf([...at, "id"]) ?? "";
    if (!Array.isArray(value)) return value;
    const entries = value.map((one: Json, index) => {
      const id = typeof one?.id === "number" && isBefore ? this.idOf(table, one.id) : one?.id;
      return [id ?? one?.subdomain ?? index, one];
    });
    return Object.fromEntries(entries);
  }

  #expected(value: unknown, at: readonly string[]): unknown {
    // What was sent stays as it was sent.
    if (typeof value === "string") return at.includes("payload") ? value : this.#text(value);
    const table = tableOf(at);
    if (typeof value !== "number" || !table) return value;
    this.ids.add(
      `${at
        .filter((name) => !/^\d+$/.test(name))
        .slice(1)
        .join(".")}: ${table}`,
    );
    return this.idOf(table, value);
  }

  #text(text: string): string {
    const renamed = this.#hosts.reduce((all, [from, to]) => all.replaceAll(from, to), text);
    return renamed
      .replaceAll(/(?<=\/(incidents|services|info_notices)\/)\d+/g, (id, kind) =>
        String(this.idOf(kind, Number(id))),
      )
      .replace(
        /^([a-z_]+):(\d+)$/,
        (_, type, id) => `${type}:${this.idOf(tableOf([`${type}_id`]) ?? "", Number(id))}`,
      );
  }
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

/** Whose ids are there, by the names that lead there. */
function tableOf(at: readonly string[]): string | undefined {
  const names = at.filter((name) => !/^\d+$/.test(name));
  const [holder = "", name = ""] = [names.at(-2), names.at(-1)];
  if (FIELDS[name]) return FIELDS[name];
  if (name === "id" && holder === "updates")
    return names.some((each) => each.startsWith("info_notice"))
      ? "info_notice_updates"
      : "incident_updates";
  if (name === "id") return HOLDERS[holder] ?? (holder.endsWith("s") ? holder : `${holder}s`);
  return /_ids?$/.test(name) ? name.replace(/_ids?$/, "s") : undefined;
}
