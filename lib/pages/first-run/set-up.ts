import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeAtomically } from "#lib/core/transaction/transact.ts";
import { createOrganization } from "#lib/identity/organizations/organizations.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import { createUser } from "#lib/identity/users/users.ts";
import { createStatusPage } from "#lib/pages/create.ts";
import { hasOrganization, lockOrganizations } from "#lib/pages/first-run/queries.ts";
import type { FirstRun } from "#lib/pages/first-run/schema.ts";
import { isFirstRunToken } from "#lib/pages/first-run/token.ts";
import { CreateStatusPage } from "#lib/pages/schema.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export async function isEmptyServer({ db }: Context): Promise<boolean> {
  return !(await hasOrganization(db));
}

/** Whether the token is that of the set-up link in the log, and the server is still empty. */
export async function isFirstRun(ctx: Context, token: string): Promise<boolean> {
  return isFirstRunToken(token) && isEmptyServer(ctx);
}

function pageOf({ organization: name, page_url: url, subdomain, time_zone, draft }: FirstRun) {
  const notify_by_default = true;
  return parseInput(CreateStatusPage, {
    name,
    url,
    subdomain,
    time_zone,
    draft,
    notify_by_default,
  });
}

/** Concurrent attempts fail. @throws {AppError} `not_found`, `invalid` */
export async function setUp(ctx: Context, token: string, input: FirstRun): Promise<UserRow> {
  if (!(await isFirstRun(ctx, token))) throw notFound();
  const { address, request_id } = ctx;
  const program = { ...systemContext(ctx.db, "first-run"), address, request_id };
  const page = pageOf(input);
  return changeAtomically(program, async (inside) => {
    await lockOrganizations(inside.db, authorizeProgram(inside));
    if (await hasOrganization(inside.db)) throw notFound();
    const { id } = await createOrganization(inside, { name: input.organization });
    const at = { organization_id: id };
    const { email, name, password } = input;
    const user = await createUser(inside, at, { email, name, password, role: "owner" });
    await createStatusPage(inside, at, page);
    return user;
  });
}
