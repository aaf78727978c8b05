import { expect, test } from "@playwright/test";
import { NOT_YET } from "#lib/api/openapi/not-yet.ts";
import { StatusPage } from "#lib/pages/schema.ts";
import { EFFECTS } from "#tests/support/data/effects.ts";

const FACTS = ["organization_id", "inserted_at", "updated_at"];

test("every setting of a status page has an effect and a test of it, or says that it has none yet", () => {
  const pending = NOT_YET.fields.flatMap(({ schema, path: [name = ""] }) =>
    schema === "StatusPage" ? [name] : [],
  );
  const settings = Object.keys(StatusPage.shape).filter((name) => !FACTS.includes(name));
  expect([...Object.keys(EFFECTS), ...pending].sort()).toEqual(settings.sort());
});
