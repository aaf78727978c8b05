import { Liquid } from "liquidjs";

// What a template of an operator's may cost: characters to parse, milliseconds to render, and what
// it may make out of them.
const LIMITS = { parseLimit: 262_144, renderLimit: 200, memoryLimit: 2_000_000 };

// Nothing but the variables is in reach: no files, no prototypes. Variables are escaped.
const engine = new Liquid({
  ...LIMITS,
  outputEscape: "escape",
  ownPropertyOnly: true,
  templates: {},
});

/** @throws {Error} for a template that is none, or that costs too much */
export function fill(template: string, variables: object): string {
  return String(engine.parseAndRenderSync(template, variables));
}
