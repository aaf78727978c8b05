import { expect, test } from "@playwright/test";
import { rolesThatMay } from "#lib/core/access/permissions.ts";
import { operations } from "#tests/support/http/operations.ts";

// What was decided, said a second time: the first row that fits an operation tells who may call it.
const DECIDED: [operation: RegExp, roles: string][] = [
  [/^GET .*\/(members|audit_log)$/, "owner admin billing"],
  [/^GET \/orgs\/\{organization_id\}(\/usage)?$/, "owner admin billing"],
  [/ \/orgs\/\{organization_id\}$/, "owner"],
  [/ \/orgs\/\{organization_id\}\/(members|api_keys)/, "owner"],
  [/ \/status_pages\/\{subdomain\}\/members/, "owner"],
  [/^DELETE \/orgs\/\{organization_id\}\/status_pages\/\{subdomain\}$/, "owner"],
  // A file that is checked has addresses as they were written.
  [/^GET .*\/subscriptions\/imports/, "owner admin"],
  // It turns services up and down.
  [/^GET .*\/alert_address$/, "owner admin"],
  [/^GET /, "owner admin editor"],
  [
    /\/(incidents|outages|incident_drafts|incident_templates|info_notices|pictures)(\/|$)/,
    "owner admin editor",
  ],
  [/\/uptime\/corrections\//, "owner admin editor"],
  [/./, "owner admin"],
];

// Whatever visitors can see of a page anyway.
const PUBLIC =
  /^GET (\/hello|\/openapi\.json|.*\/(status|summary|uptime|incidents|incidents\/\{\w+\}|info_notices|info_notices\/\{\w+\}))$/;

function decided(operation: string): string | undefined {
  return PUBLIC.test(operation)
    ? "anybody"
    : DECIDED.find(([pattern]) => pattern.test(operation))?.[1];
}

test("every operation is for those for whom it was decided to be", () => {
  const declared = operations.map(({ path, method, declaration: { access } }) => {
    const operation = `${method} ${path}`;
    return { operation, roles: access === "public" ? "anybody" : rolesThatMay(access).join(" ") };
  });
  expect(declared).toEqual(
    declared.map(({ operation }) => ({ operation, roles: decided(operation) })),
  );
});
