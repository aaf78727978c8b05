import { authorize, authorizeOrganization, type PageGrant } from "#lib/core/access/authorize.ts";
import type { NewEvent } from "#lib/core/events/event.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { changeOrganization, changePage, changeRecords } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { incidentDeleted, incidentUpdated } from "#lib/incidents/events.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { expect, test } from "#tests/support/test.ts";

const AUDIT = { action: "incident.update", subject_id: 1 };

// What must not compile is marked; `npm run check` fails when it does. None of it is ever run.
test("a change that forgets its audit entry or its events does not compile", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const target = { subdomain: organization.page.subdomain };
  const incidents = await authorize(ctx, "incident.write", target);
  const services = await authorize(ctx, "service.write", target);
  const job: PageGrant = services;
  const whole = await authorizeOrganization(ctx, "organization.write", {
    organization_id: organization.id,
  });
  const incident = {} as Incident;
  const event: NewEvent = incidentDeleted({ ...incident, updates: [], translations: {} });

  const compiling = [
    () => changePage(ctx, services, async () => ({ result: 1, audit: AUDIT, events: [] })),
    () =>
      changePage(ctx, incidents, async (_trx) => ({ result: 1, audit: AUDIT, events: [event] })),
    () => changePage(ctx, incidents, async () => unchanged(1)),
    () => changeOrganization(ctx, whole, async () => ({ result: 1, audit: AUDIT, events: [] })),
    () => changeRecords(ctx, job, async () => ({ result: 1, audit: null, events: [] })),
  ];
  const refused = [
    // @ts-expect-error: without an audit entry
    () => changePage(ctx, services, async () => ({ result: 1, events: [] })),
    // @ts-expect-error: a verb always has one
    () => changePage(ctx, services, async () => ({ result: 1, audit: null, events: [] })),
    // @ts-expect-error: without events
    () => changePage(ctx, services, async () => ({ result: 1, audit: AUDIT })),
    // @ts-expect-error: an incident that changes is told
    () => changePage(ctx, incidents, async (_trx) => ({ result: 1, audit: AUDIT, events: [] })),
    // @ts-expect-error: of an incident that was not settled nothing can be told
    () => incidentUpdated({ incident }),
    // @ts-expect-error: without events
    () => changeRecords(ctx, services, async () => ({ result: 1, audit: AUDIT })),
    // @ts-expect-error: a verb always has an audit entry
    () => changeRecords(ctx, services, async () => ({ result: 1, audit: null, events: [] })),
    // @ts-expect-error: without an audit entry
    () => changeOrganization(ctx, whole, async () => ({ result: 1, events: [] })),
    // @ts-expect-error: a job, too, says that nobody acted
    () => changeRecords(ctx, job, async () => ({ result: 1, events: [] })),
    // @ts-expect-error: only a result
    () => changePage(ctx, services, async () => 1),
  ];
  expect([compiling.length, refused.length]).toEqual([5, 10]);
});

test("what changed nothing is neither noted nor told, and what fails at the end is neither", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const { id, page } = organization;
  const grant = await authorize(ctx, "service.write", { subdomain: page.subdomain });
  const noted = async () => {
    const log = database.selectFrom("audit_log").where("organization_id", "=", id);
    return (await log.select("action").execute()).map(({ action }) => action);
  };
  const changed = async () => ({ result: "new", audit: AUDIT, events: [] }) as const;
  expect(await changePage(ctx, grant, async () => unchanged("as it was"))).toBe("as it was");
  expect(await noted()).toEqual([]);
  const late = {
    ...ctx,
    before_commit: async (_trx: unknown, result: unknown) => {
      throw new Error(`${result}, too late`);
    },
  };
  await expect(changePage(late, grant, changed)).rejects.toThrow("new, too late");
  expect(await noted()).toEqual([]);
  expect(await changePage(ctx, grant, changed)).toBe("new");
  expect(await noted()).toEqual(["incident.update"]);
});
