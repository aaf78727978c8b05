import { ALWAYS_MAPPED, REFERENCES, type Table } from "#lib/server/move/policies.ts";

/** Subjects that are not called after their table. */
const SUBJECTS: Readonly<Record<string, Table>> = {
  day_correction: "services",
  feed_token: "memberships",
  join_link: "status_pages",
  maintenance_series: "maintenance_series",
  member: "memberships",
  page_member: "memberships",
  picture: "images",
  two_factor: "users",
};

/** The table of `incident` in `incident:42` or `incident.create`. */
export function tableOfSubject(type: string): Table {
  return SUBJECTS[type] ?? (`${type}s` as Table);
}

export const UPDATES: Readonly<Record<string, Table>> = {
  incident: "incident_updates",
  info_notice: "info_notice_updates",
};

/** Ids at the target, by those at the source. */
export class Ids {
  readonly #maps: ReadonlyMap<string, ReadonlyMap<number, number>>;

  readonly #actors: ReadonlyMap<number, string>;

  /** @param actors e-mail addresses of users at the source, by their ids */
  constructor(
    maps: ReadonlyMap<string, ReadonlyMap<number, number>>,
    actors: ReadonlyMap<number, string> = new Map(),
  ) {
    this.#maps = maps;
    this.#actors = actors;
  }

  /** The address of a user who is not copied. */
  emailOf(user_id: number): string | undefined {
    return this.of("users", user_id) === null ? this.#actors.get(user_id) : undefined;
  }

  /** @returns null for what is not copied and could be taken for another's */
  of(table: Table, id: number): number | null {
    return this.#maps.get(table)?.get(id) ?? (ALWAYS_MAPPED.includes(table) ? null : id);
  }

  list(table: Table, ids: readonly number[]): number[] {
    return ids.map((id) => this.of(table, id)).filter((id) => id !== null);
  }

  subject(subject: string): string {
    const [type = "", id] = subject.split(":");
    return `${type}:${this.of(tableOfSubject(type), Number(id)) ?? id}`;
  }

  /** Replaces ids in JSON, which it knows by the names of the fields. */
  json(value: unknown, table?: Table): unknown {
    if (table && typeof value === "number") return this.of(table, value);
    if (table && typeof value === "string" && /^\d+$/.test(value))
      return String(this.of(table, Number(value)) ?? "");
    if (Array.isArray(value)) return value.map((one) => this.json(one, table));
    if (typeof value !== "object" || value === null) return value;
    const isDeclared = "value" in value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        this.json(part, fieldOf(name, isDeclared, table)),
      ]),
    );
  }
}

/** `value` of a declared field holds what that field does (lib/incidents/declared.ts). */
function fieldOf(name: string, isDeclared: boolean, table?: Table): Table | undefined {
  if (name === "after" || name === "except") return isDeclared ? REFERENCES[name] : undefined;
  if (name === "value" || name === "changes") return table;
  return REFERENCES[name];
}
