import type { ImportField } from "#lib/subscribers/import/fields.ts";

type RowProblem = { code: string; values?: Record<string, string | number> };

export class Refused extends Error {
  readonly column: ImportField | "base";
  readonly why: RowProblem;
  constructor(column: ImportField | "base", why: RowProblem) {
    super(why.code);
    this.column = column;
    this.why = why;
  }
}
