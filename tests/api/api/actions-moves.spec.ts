import { ACTIONS } from "#lib/api/action-list.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { callAction } from "#tests/support/actions/call.ts";
import { cookieOf, mintSubject, permissionOf } from "#tests/support/actions/people.ts";
import { said } from "#tests/support/actions/said.ts";
import { made, NAMES } from "#tests/support/actions/sample.ts";
import { SAMPLES } from "#tests/support/actions/samples.ts";
import { changedTables, holdOrganization, rowsOf } from "#tests/support/db/held.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: WITHOUT_WORKER });

const NAMED = ["subdomain", "organization_id"];

/** Those that act on an organization or page, and write. */
const writing = NAMES.filter(
  (name) =>
    permissionOf(name) !== null &&
    SAMPLES[name].writes !== false &&
    Object.keys(ACTIONS[name].target.shape).some((field) => NAMED.includes(field)),
);

/** Refused for what the form has, or done for each row, of which the toast says the refusals. */
const REFUSED_ANYWAY = new Set<string>([
  ...writing.filter((name) => SAMPLES[name].refused),
  ...["changeServicesAction", "moveServicesAction", "deleteServicesAction", "checkDomainAction"],
]);

const MOVING = translator("en")("admin.errors.moving");

test("while an organization is moved, every form of the admin says so and changes no row", async ({
  database,
  server,
}) => {
  const subject = await mintSubject(database);
  const { id } = subject.organization;
  const cookie = await cookieOf(database, subject.user);
  const found: unknown[] = [];
  for (const name of writing) {
    const tried = await made(name, SAMPLES[name], subject);
    await holdOrganization(database, id, { moving_at: wireNow() });
    const before = await rowsOf(database, id);
    const answer = said(await callAction(server, name, tried, { cookie }), "values" in tried.sent);
    const changed = changedTables(before, await rowsOf(database, id));
    const isTold = answer.startsWith(`refused: ${MOVING}`) || REFUSED_ANYWAY.has(name);
    if (!isTold || changed.length > 0) found.push([name, answer, changed]);
    await holdOrganization(database, id, {});
  }
  expect(found).toEqual([]);
});
