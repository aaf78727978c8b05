import type { Tracer } from "#lib/server/tracing/tracer.ts";

const MAX_TEXT = 2_000;
const OPERATION = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update|join)\s+"?(?:(\w+)"?\."?)?(\w+)/i;

type Queryable = { query(...args: unknown[]): unknown };

function textOf(query: unknown): string | null {
  if (typeof query === "string") return query;
  const { text } = (query ?? {}) as { text?: unknown };
  return typeof text === "string" ? text : null;
}

/** Values are parameters, so that the text of a statement holds none. */
function attributesOf(text: string) {
  const [, operation = "query"] = OPERATION.exec(text) ?? [];
  const [, , table] = TABLE.exec(text) ?? [];
  const name = operation.toLowerCase();
  return {
    summary: table ? `${name} ${table}` : name,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": name,
      "db.query.text": text.slice(0, MAX_TEXT),
      ...(table && { "db.collection.name": table }),
    },
  };
}

/** Makes a span of each statement of a request or job that is traced. */
export function traceClient<C>(tracer: Tracer, Client: C): C {
  const Plain = Client as new (...args: unknown[]) => Queryable;
  class Traced extends Plain {
    override query(...args: unknown[]): unknown {
      const parent = tracer.active?.traceparent;
      const text = parent ? textOf(args[0]) : null;
      if (text === null) return super.query(...args);
      const { summary, attributes } = attributesOf(text);
      const span = tracer.start(summary, { kind: "client", parent, attributes });
      const rows = super.query(...args);
      if (!(rows instanceof Promise)) span.end();
      else
        rows.then(
          () => span.end(),
          (error) => span.endWithError(error, { "db.response.status_code": String(error?.code) }),
        );
      return rows;
    }
  }
  return Traced as unknown as C;
}
