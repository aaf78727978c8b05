import { Drop, Liquid, type LiquidError } from "liquidjs";
import { metadataPlaceholder, placeholder } from "#lib/platform/mail/placeholders.ts";

// Costs allowed for an operator's template: characters, milliseconds, memory, output.
const LIMITS = { parseLimit: 262_144, renderLimit: 200, memoryLimit: 2_000_000 };
const MAX_OUTPUT = 1_000_000;

/** HTML of ours, which is not escaped. */
export class Html {
  readonly #html: string;
  constructor(html: string) {
    this.#html = html;
  }
  toString(): string {
    return this.#html;
  }
}

const ONLY_PRINTED =
  "what each subscriber has of their own is filled in later: it can be printed, with the filter " +
  "default at most, but not compared or changed";

/** A value that differs per recipient, in a mail that is rendered once for all. */
class Blank extends Drop {
  readonly #mark: string;
  constructor(mark: string) {
    super();
    this.#mark = mark;
  }
  get mark(): string {
    return this.#mark;
  }
  override toString(): string {
    throw new Error(ONLY_PRINTED);
  }
  override liquidMethodMissing(): never {
    throw new Error(ONLY_PRINTED);
  }
}

/** Not every recipient has the key, so templates cannot even test for it. */
class Metadatum extends Blank {
  readonly #key: string;
  constructor(key: string, fallback = "") {
    super(metadataPlaceholder(key, fallback));
    this.#key = key;
  }
  or(fallback: unknown): Metadatum {
    return new Metadatum(this.#key, String(fallback ?? ""));
  }
  override valueOf(): never {
    throw new Error(ONLY_PRINTED);
  }
}

class Metadata extends Drop {
  override liquidMethodMissing(key: string | number): Metadatum {
    return new Metadatum(String(key));
  }
}

export function placeholderVariable(name: Parameters<typeof placeholder>[0]): object {
  return new Blank(placeholder(name));
}

export function metadataVariable(): object {
  return new Metadata();
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

function checkLength({ length }: string): void {
  if (length > MAX_OUTPUT) throw new Error("it makes more than 1,000,000 characters");
}

function printed(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = Array.isArray(value) ? value.map(printed).join("") : String(value);
  checkLength(text);
  return text;
}

function escaped(value: unknown): string {
  if (value instanceof Blank) return value.mark;
  if (value instanceof Html) return value.toString();
  return printed(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

// Templates reach only their variables: no files, no prototypes.
const engine = new Liquid({
  ...LIMITS,
  outputEscape: escaped,
  ownPropertyOnly: true,
  strictFilters: true,
  timezoneOffset: 0,
  templates: {},
});

const FILES = ["include", "render", "layout", "block"];
for (const tag of FILES) delete engine.tags[tag];

const usual = { ...engine.filters };

function filterOf(name: "default" | "escape") {
  const filter = usual[name];
  if (typeof filter !== "function") throw new Error(`liquidjs has no filter ${name}`);
  return filter;
}

engine.registerFilter("raw", {
  raw: true,
  handler: (value) => (value instanceof Blank ? value.mark : printed(value)),
});
const orElse = filterOf("default");
engine.registerFilter("default", function (value, other, ...rest) {
  return value instanceof Metadatum ? value.or(other) : orElse.call(this, value, other, ...rest);
});
const escapeText = filterOf("escape");
engine.registerFilter("escape", function (value) {
  return value instanceof Blank || value instanceof Html ? value : escapeText.call(this, value);
});

export type TemplateError = { line: number | null; problem: string };

export function templateErrorOf(error: unknown): TemplateError {
  if (!(error instanceof Error)) return { line: null, problem: String(error) };
  const { originalError, token } = error as Partial<LiquidError>;
  const [line = null] = token?.getPosition() ?? [];
  const said = originalError?.message ?? error.message;
  return { line, problem: said.replace(/, line:\d+.*$/s, "").slice(0, 200) };
}

/** @throws {Error} for an invalid template, or one that costs too much */
export function fill(template: string, variables: object): string {
  const made = String(engine.parseAndRenderSync(template, variables));
  checkLength(made);
  return made;
}
