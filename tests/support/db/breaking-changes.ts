import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from "kysely";

type Migration = {
  up(db: Kysely<unknown>): Promise<void>;
  indexes?: Record<string, RawBuilder<unknown>>;
};
type Rule = readonly [pattern: RegExp, reason: string];

class Recorder extends DummyDriver {
  readonly statements: string[] = [];

  override async acquireConnection() {
    return {
      executeQuery: async ({ sql }: CompiledQuery) => {
        this.statements.push(sql);
        return { rows: [] };
      },
      streamQuery: () => {
        throw new Error("A migration streams nothing");
      },
    };
  }
}

/** The statements that a migration sends to a database that answers with no rows. */
export async function statementsOf({ up, indexes = {} }: Migration): Promise<string[]> {
  const recorder = new Recorder();
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => recorder,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  for (const statement of Object.values(indexes)) await statement.execute(db);
  await up(db);
  return recorder.statements;
}

// Texts and bodies of functions become empty texts.
const NOT_SQL = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g;

function split(text: string, separator: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    depth += Number(char === "(") - Number(char === ")");
    if (char === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

function plain(statement: string): string[] {
  const text = statement.replace(NOT_SQL, (found) => (/^['$]/.test(found) ? "''" : " "));
  return split(text.toLowerCase().replaceAll('"', "").replace(/\s+/g, " "), ";");
}

const TAKES = "takes away what the version before uses";
const RENAMES = "renames what the version before uses";
const STRICTER = "refuses rows that the version before writes";

const BREAKING_ACTIONS: readonly Rule[] = [
  [/^drop /, TAKES],
  [/^rename /, RENAMES],
  [/^alter (column )?\S+ drop /, "has the version before read or write other values"],
  [/^alter (column )?\S+ (set data )?type /, "rewrites the table, in another type"],
  [/^alter (column )?\S+ set not null/, STRICTER],
  [/^add (?!constraint )(?!.*\bdefault\b).*\bnot null\b/, STRICTER],
];

const BREAKING: readonly Rule[] = [
  [/^drop /, TAKES],
  [/^alter (?!table ).* (rename|drop) /, RENAMES],
];

const VOLATILE = /\bdefault \(?(gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval)\b/;

const BLOCKING_ACTIONS: readonly Rule[] = [
  [/^add constraint \S+ (check|foreign key)(?!.*\bnot valid\b)/, "checks all rows: add NOT VALID"],
  [
    /^add (constraint \S+ )?(unique|primary key|exclude)\b(?!.*\busing index\b)/,
    "builds an index under a lock: build it in `indexes`, then USING INDEX",
  ],
  [/^add (?!constraint ).* (check|unique|primary key)\b/, "checks all rows under a lock"],
  [/^add (?!constraint ).*(\bgenerated\b|serial\b)/, "rewrites the table"],
  [new RegExp(`^add (?!constraint ).*${VOLATILE.source}`), "rewrites the table"],
];

const BLOCKING: readonly Rule[] = [
  [/^create (unique )?index (?!concurrently )/, "blocks writers: build it in `indexes`"],
  [/^(truncate|lock|cluster|vacuum|reindex|refresh) /, "blocks readers"],
  [/^do /, "hides statements from this test"],
];

const TABLE = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/;
const TARGET = /^create (?:unique )?index .*? on (?:only )?(\w+)/;
const CREATED = /^create table (?:if not exists )?(\w+)/;
const CONSTRAINT = /^(?:drop|add) constraint (?:if exists )?(\S+)/;
// What reads all rows must not do so under the lock that a table takes to be altered.
const READS_ALL = /^((with|update|delete|insert) |alter table .* validate )/;

function reasons(rules: readonly Rule[], text: string): string[] {
  return rules.filter(([pattern]) => pattern.test(text)).map(([, reason]) => `${reason}: ${text}`);
}

/** A constraint may become more lenient. */
function isReplaced(action: string, actions: readonly string[]): boolean {
  const name = CONSTRAINT.exec(action)?.[1];
  return actions.filter((each) => name && CONSTRAINT.exec(each)?.[1] === name).length > 1;
}

/**
 * What a migration does that the version before, which runs beside it in a rolling upgrade, cannot
 * bear.
 * @param isUsed whether that version may still use what is taken away
 */
export function breakingChanges(statements: readonly string[], isUsed: boolean): string[] {
  const all = statements.flatMap(plain);
  const created = new Set(all.map((text) => CREATED.exec(text)?.[1]).filter(Boolean));
  const old = all.filter((text) => {
    const [, table] = TABLE.exec(text) ?? TARGET.exec(text) ?? [];
    return !table || !created.has(table);
  });
  const altersTables = old.some((text) => TABLE.test(text) && !READS_ALL.test(text));
  return old.flatMap((text) => {
    const actions = split(TABLE.exec(text)?.[2] ?? "", ",");
    return [
      ...(isUsed ? reasons(BREAKING, text) : []),
      ...reasons(BLOCKING, text),
      ...actions.flatMap((action) => [
        ...(isUsed && !isReplaced(action, actions) ? reasons(BREAKING_ACTIONS, action) : []),
        ...reasons(BLOCKING_ACTIONS, action),
      ]),
      ...(altersTables && READS_ALL.test(text) ? [`reads all rows under a lock: ${text}`] : []),
    ];
  });
}
