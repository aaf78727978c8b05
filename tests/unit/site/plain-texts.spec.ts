import { expect, test } from "@playwright/test";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import { titleOf, updateOf } from "#lib/monitoring/automation/texts.ts";
import { emailRendererFor } from "#lib/notifications/email-content.ts";
import type { EventFacts } from "#lib/notifications/event-facts.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { componentsOf } from "#lib/site/statuspage-json/components.ts";
import { inPlainText } from "#lib/site/statuspage-json/document-context.ts";
import { incidentsOf } from "#lib/site/statuspage-json/incidents.ts";
import { CONTENT } from "#tests/support/data/stories.ts";
import { incidentOf, snapshotOf } from "#tests/support/http/statuspage.ts";

const SETTINGS = parseSettings({});

test.beforeAll(() => provideEnv({ PORT: "3000", APP_SECRET: "x".repeat(32) }));

test("an automatic incident says what people would type: `I-down`, not `I\\-down`", () => {
  const said = (name: string) =>
    updateOf(SETTINGS, "found", { name, translations: null }).description;
  for (const name of [
    "I-down",
    "my-api.example.com",
    "API (EU) #2",
    "R&D",
    "a_b",
    "https://x.de/-",
  ])
    expect(said(name)).toContain(name);
  for (const name of ["**API**", "- API", "1. API", "&amp;", "a\\-b", "[a](b)", "<https://a.de>"])
    expect(markdownText(said(name)), name).toBe(
      said("NAME").replace("NAME", name.replaceAll("$", "$$$$")),
    );
  expect(titleOf(SETTINGS, { name: "**I-down**", translations: null }).title).toContain(
    "**I-down**",
  );
});

test("no Markdown reaches a plain text: Statuspage JSON, the text of a mail", async () => {
  const snapshot = snapshotOf([{ id: 1, description: "Takes **cards**" }]);
  const incident = incidentOf(
    "major",
    ["2026-11-20T10:00:00", null],
    [["issue", CONTENT.posted_at]],
  );
  const components = componentsOf(snapshot);
  const incidents = incidentsOf([incident], { snapshot, components }, 100_000);
  expect(await inPlainText({ components, incidents }, { address: "acme" })).toMatchObject({
    components: [{ description: "Takes cards" }],
    incidents: [{ incident_updates: [{ body: "issue" }], components: [{ id: "1" }] }],
  });
  const grant = { address: "acme", restricted: false } as unknown as PageGrant;
  const look = { page: { subdomain: "acme" }, settings: SETTINGS } as unknown as EventFacts;
  const { templateOf } = await emailRendererFor(grant, look, [CONTENT], {
    from_address: "status@example.com",
    earlier: [],
  });
  expect(templateOf(CONTENT).text).toContain(
    "We are looking into it: details (https://example.com/a_b_c).",
  );
});
