import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { readCall } from "#lib/monitoring/reports/call.ts";
import { readByTool } from "#lib/monitoring/tools/read-by-tool.ts";
import { TOOLS } from "#lib/monitoring/tools/registry.ts";
import { type MonitoringTool, WEBHOOK_MONITORS } from "#lib/services/monitoring-tools.ts";
import de from "#locales/de/admin.json" with { type: "json" };
import en from "#locales/en/admin.json" with { type: "json" };
import { ROOT } from "#tests/support/code/sources.ts";

type Fixture = {
  /** The state as understood, else the reason why not. */
  means: string;
  names?: string[];
  form?: "urlencoded";
  body: Record<string, string>;
};

const FOLDER = join(ROOT, "tests/unit/monitoring/tools");
const KINDS = Object.keys(TOOLS) as MonitoringTool[];

function fixturesOf(kind: MonitoringTool): [name: string, fixture: Fixture][] {
  const folder = join(FOLDER, kind);
  return readdirSync(folder).map((name) => [
    name,
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  ]);
}

function sent({ form, body }: Fixture): string {
  return form ? String(new URLSearchParams(body)) : JSON.stringify(body);
}

const callOf = (text: string) => readCall("https://status.example.com/x", Buffer.from(text));

for (const kind of KINDS)
  test(`what ${kind} sends is understood as it is meant`, async () => {
    for (const [name, fixture] of fixturesOf(kind)) {
      const call = await callOf(sent(fixture));
      const { understood, reason } = readByTool(kind, call);
      expect([name, understood ?? reason]).toEqual([name, fixture.means]);
      if (fixture.names) expect(TOOLS[kind].read(call)[0]?.names).toEqual(fixture.names);
    }
  });

test("an alert has one identity from its beginning to its end, and others have another", async () => {
  for (const kind of KINDS) {
    const keys: Record<string, Set<string | undefined>> = { up: new Set(), down: new Set() };
    for (const [, fixture] of fixturesOf(kind))
      for (const { state, key } of TOOLS[kind].read(await callOf(sent(fixture))))
        keys[state]?.add(key);
    expect([kind, keys.down?.has(undefined), keys.up?.has(undefined)]).toEqual([
      kind,
      false,
      false,
    ]);
    expect([kind, keys.up?.isDisjointFrom(keys.down ?? new Set())]).toEqual([kind, false]);
  }
});

test("every tool is registered, with its steps in both languages of the admin", () => {
  const steps = (texts: typeof en | typeof de) => Object.keys(texts.admin_reports.steps).sort();
  expect(steps(en)).toEqual([...WEBHOOK_MONITORS].sort());
  expect(steps(de)).toEqual(steps(en));
  expect(readdirSync(FOLDER).sort()).toEqual([...KINDS].sort());
  for (const kind of KINDS) {
    const means = fixturesOf(kind).map(([, fixture]) => fixture.means);
    expect([kind, means]).toEqual([kind, expect.arrayContaining(["up", "down"])]);
  }
});

test("what one tool sends never means down at another", async () => {
  const taken: string[] = [];
  for (const from of KINDS)
    for (const [name, fixture] of fixturesOf(from)) {
      const call = await callOf(sent(fixture));
      for (const kind of KINDS)
        if (kind !== from && readByTool(kind, call).understood === "down")
          taken.push(`${kind} reads ${from}/${name}`);
    }
  // Grafana took over the form of Alertmanager; both ask the same of their users.
  const alike = /^(?:grafana|alertmanager) reads (?:grafana|alertmanager)/;
  // Their users write the field `status` themselves.
  const named = /^(?:status-cake|healthchecks) reads (?:status-cake|healthchecks|site24x7)/;
  expect(taken.filter((one) => !alike.test(one) && !named.test(one))).toEqual([]);
});

const NOISE = [null, "", {}, [], "x", "$STATE", "{{state}}", -1, 7, true, false, "🙂", "__proto__"];

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]));
  return [path, ...inner];
}

/** The record with something that says nothing in one place. */
function spoiled(value: unknown, [key, ...path]: Path, noise: unknown): unknown {
  if (key === undefined) return noise;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = spoiled(copy[key], path, noise);
  return copy;
}

test("what says up is never down with one value spoiled, and noise is nothing", async () => {
  for (const kind of KINDS)
    for (const [name, { means, body }] of fixturesOf(kind))
      for (const path of means === "up" ? pathsIn(body) : [])
        for (const noise of NOISE) {
          const call = await callOf(JSON.stringify(spoiled(body, path, noise)));
          const { understood } = readByTool(kind, call);
          expect([kind, name, path, understood]).not.toEqual([kind, name, path, "down"]);
        }
  for (const text of ["", "{}", "[]", '""', "null", "[[[", "[FIRING:1] Shop", '{"a": "b"c"}'])
    for (const kind of KINDS)
      expect([text, kind, readByTool(kind, await callOf(text)).understood]).toEqual([
        text,
        kind,
        null,
      ]);
});

test("what is neither JSON nor a form is called that", async () => {
  for (const [text, reason] of [
    ['{"status": "Keyword "ok" not found"}', "not_json"],
    ["[FIRING:1] Shop", "not_json"],
    ["Shop is down", "not_json"],
    ["", "no_status"],
    ["a=b", "no_status"],
  ] as const)
    expect([text, readByTool("grafana", await callOf(text)).reason]).toEqual([text, reason]);
});
