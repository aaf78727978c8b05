import { expect, test } from "@playwright/test";
import type { Severity } from "#lib/core/fields/severity.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { type CurrentState, worstState } from "#lib/services/state.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { type PublicService, treeOf } from "#lib/site/snapshot/tree.ts";
import { formats } from "#lib/site/words/format.ts";
import { sentenceOf } from "#lib/site/words/sentence.ts";

const NAMES = ["Shop", "Checkout", "Search", "API", "Mail", "Blog"];
// Shop holds Checkout and Search; the rest are roots.
const PARENTS: Record<number, number> = { 2: 1, 3: 1 };

type Going = { severity: Severity; service_ids: number[]; starts_at?: string };

function worstOf(going: Going[]): CurrentState {
  return worstState(going.map(({ severity }) => ({ severity, type: severity })));
}

function sentence(going: Going[], locale: "en" | "de" = "en", named = NAMES): string {
  const services = named.map((name, index) => {
    const service = {
      id: index + 1,
      name,
      parent_id: PARENTS[index + 1] ?? null,
      translations: {},
      children: [],
      own: worstOf(going.filter(({ service_ids }) => service_ids.includes(index + 1))),
    };
    return service as unknown as PublicService;
  });
  treeOf(services);
  const all = going.map(
    (each) =>
      ({
        title: "Trouble",
        translations: {},
        starts_at: "2026-11-20T10:00:00",
        ...each,
      }) as unknown as PublicIncident,
  );
  const since = all[0]?.starts_at ?? null;
  const running = { count: all.length, since };
  const snapshot = {
    state: worstOf(going),
    running: { major: running, minor: running, scheduled: running },
    by_id: new Map(services.map((service) => [service.id, service])),
    incidents: all.filter(({ severity }) => severity !== "scheduled"),
    maintenances: all.filter(({ severity }) => severity === "scheduled"),
  } as unknown as Snapshot;
  const { list } = formats(
    locale,
    "Etc/UTC",
    { date_format: null, time_format: null },
    "2026-11-20T12:00:00",
  );
  return sentenceOf(snapshot, {
    t: translator(locale),
    visit: { locale, written: "en" },
    list,
  }).text;
}

test("the sentence says that all is well, or names the worst thing", () => {
  expect(sentence([])).toBe("All systems operational");
  expect(sentence([{ severity: "major", service_ids: [2] }])).toBe("Checkout (Shop) is down");
  expect(sentence([{ severity: "minor", service_ids: [4, 5] }])).toBe("API and Mail are degraded");
  expect(sentence([{ severity: "scheduled", service_ids: [5] }])).toBe(
    "Maintenance in progress: Mail",
  );
  expect(
    sentence(
      [
        { severity: "minor", service_ids: [4] },
        { severity: "major", service_ids: [5] },
      ],
      "de",
    ),
  ).toBe("Ausgefallen: Mail");
});

test("a page without services claims nothing of them", () => {
  expect(sentence([], "en", [])).toBe("No services are listed yet");
  expect(sentence([], "de", [])).toBe("Noch sind keine Dienste aufgeführt");
});

test("a service below one that is affected itself is not named again", () => {
  expect(sentence([{ severity: "major", service_ids: [1, 2] }])).toBe("Shop is down");
});

test("a part of something is named with that, once where all are parts of the same", () => {
  const going: Going[] = [{ severity: "major", service_ids: [2] }];
  expect(sentence([{ severity: "minor", service_ids: [2, 3] }])).toBe(
    "Checkout and Search (Shop) are degraded",
  );
  expect(sentence(going, "en", ["Europe", "Webhooks", "API", "Webhooks"])).toBe(
    "Webhooks (Europe) are down",
  );
});

test("many services are counted, all are called all", () => {
  expect(sentence([{ severity: "major", service_ids: [2, 3, 4, 5, 6] }])).toBe(
    "All systems are down",
  );
  expect(sentence([{ severity: "minor", service_ids: [2, 3, 4, 5] }])).toBe(
    "Checkout (Shop), Search (Shop), API and Mail are degraded",
  );
});

test("an incident that names no service is told by its title", () => {
  expect(sentence([{ severity: "major", service_ids: [] }])).toBe("Trouble");
});

test("the verb agrees with a name that is a plural, and German needs no verb", () => {
  const going: Going[] = [{ severity: "major", service_ids: [1] }];
  const down = (name: string, locale: "en" | "de" = "en") =>
    sentence(going, locale, [name, "Website"]);
  expect(["APIs", "Payments", "Images and files"].map((name) => down(name))).toEqual([
    "APIs are down",
    "Payments are down",
    "Images and files are down",
  ]);
  expect(["DNS", "Status", "Redis", "Access", "Kubernetes"].map((name) => down(name))).toEqual([
    "DNS is down",
    "Status is down",
    "Redis is down",
    "Access is down",
    "Kubernetes is down",
  ]);
  expect(down("Zahlungen", "de")).toBe("Ausgefallen: Zahlungen");
});
