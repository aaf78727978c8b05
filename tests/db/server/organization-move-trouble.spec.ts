import { sql } from "kysely";
import { findKey } from "#lib/core/access/tokens.queries.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { findUserByEmail } from "#lib/identity/users/queries.ts";
import { requireAddress } from "#lib/server/move/address.ts";
import { findBoth, requireLocks } from "#lib/server/move/check.ts";
import { cancelMove, redirectAnew } from "#lib/server/move/move.ts";
import { deleteCopy, findOrganization } from "#lib/server/move/state.queries.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import {
  atAddress,
  Installation,
  move,
  OTHER_SECRET,
  TO,
  test,
  type World,
} from "#tests/support/db/two-installations.ts";
import { expect } from "#tests/support/test.ts";

async function endAt(world: World, end: string): Promise<void> {
  const ended = move(world, (phase, detail = "") => {
    if (`${phase} ${detail}`.startsWith(end)) throw new Error("killed");
  });
  await expect(ended).rejects.toThrow("killed");
}

function cancel({ source, organization }: World, target: Installation | null) {
  const request = { organization_id: organization.id, say: () => {} };
  return source.use((from) =>
    target
      ? target.use((to) => cancelMove({ ...request, source: from, target: to }))
      : cancelMove({ ...request, source: from, target: null }),
  );
}

/** Another page there has the name. */
function takeName({ target, organization }: World): Promise<unknown> {
  return target.run(async (db) => {
    const { page } = await mintOrganization(db);
    const name = organization.page.subdomain;
    await sql`insert into addresses (status_page_id, name, kind)
      values (${page.id}, ${name}, 'subdomain')`.execute(db);
  });
}

test("whatever keeps a move from going on, it can be canceled", async ({ world }) => {
  const { source, target } = world;
  const before = await source.dump();
  const changed = new Installation(target.name, `${OTHER_SECRET}!`);
  for (const other of [target, changed, null]) {
    await endAt(world, "plan");
    await takeName(world);
    await expect(move(world)).rejects.toThrow("Another page");
    await cancel(world, other);
    expect(await source.dump(), other?.secret).toEqual(before);
    await target.run((db) => sql`delete from organizations where arriving_at is null`.execute(db));
  }
  await expect(cancel(world, null)).rejects.toThrow("It is not being moved");
});

test("names are an arriving organization's before the rest is copied", async ({ world }) => {
  await endAt(world, "copy users");
  await expect(takeName(world)).rejects.toThrow("addresses_name");
  expect(await move(world)).toMatchObject({ pages: 1 });
});

const account = ({ target, organization }: World, email_confirmed: boolean) =>
  target.run((db) =>
    db.insertInto("users").values({ email: organization.owner.email, email_confirmed }).execute(),
  );

test("an account that somebody makes there meanwhile gets no role", async ({ world }) => {
  await endAt(world, "plan");
  await account(world, false);
  await expect(move(world)).rejects.toThrow("unconfirmed addresses");
  expect(await world.target.count("memberships")).toBe(0);
});

test("what is taken between plan and copy is named, and what to do", async ({ world }) => {
  const { target, organization } = world;
  await endAt(world, "copy users");
  await target.run(async (db) => {
    await sql`delete from users`.execute(db);
    await sql`update move_tables set is_done = false, count = 0, digest = '0', last_key = null
      where name = 'users'`.execute(db);
  });
  await account(world, true);
  for (let run = 0; run < 2; run += 1)
    await expect(move(world)).rejects.toThrow(
      new RegExp(`^users: .*${organization.owner.email}.*--cancel`),
    );
  await target.run((db) => sql`delete from users`.execute(db));
  expect(await move(world)).toMatchObject({ accounts: 0 });
});

test("keys and accounts that are arriving do not act yet", async ({ world }) => {
  const { source, target, organization } = world;
  const { key, email } = organization.owner;
  const organizationKey = hashToken("ok_arriving");
  await source.run((db) =>
    sql`insert into api_keys (organization_id, role, name, token_hash, token_hint)
      values (${organization.id}, 'admin', 'x', ${organizationKey}, 'x')`.execute(db),
  );
  const found = (of: Installation) =>
    of.run(async (db) => [
      Boolean(await findKey(db, hashToken(key))),
      Boolean(await findKey(db, organizationKey)),
      Boolean(await findUserByEmail(db, email)),
    ]);
  await endAt(world, "verify");
  expect(await found(source)).toEqual([true, true, true]);
  expect(await found(target)).toEqual([false, false, false]);
  await target.run((db) => sql`update api_keys set last_used_at = now()`.execute(db));
  await move(world);
  expect(await found(target)).toEqual([true, true, true]);
});

test("a run ends whose lock is lost", async ({ world: { source, target, organization } }) => {
  await source.use((from) =>
    target.use(async (to) => {
      await findBoth(from, to, organization.id);
      await requireLocks(from, to);
      await sql`select pg_advisory_unlock_all()`.execute(to.db);
      await expect(requireLocks(from, to)).rejects.toThrow("was lost");
    }),
  );
});

test("an organization that has moved leads to another address, and is deleted without its people", async ({
  world,
}) => {
  const { source, target, organization } = world;
  const { id: organization_id } = organization;
  await move(world);
  await source.use((from) =>
    target.use(async (to) => {
      const request = { source: from, target: to, organization_id };
      expect(await redirectAnew({ ...request, to: TO })).toBe(false);
      expect(await redirectAnew({ ...request, to: "https://new.example.com" })).toBe(true);
      const { moved_to } = (await findOrganization(from, organization_id)) ?? {};
      expect(moved_to).toBe("https://new.example.com");
    }),
  );
  const users = await source.count("users");
  await source.use(async (from) => {
    // As after an arrival that was not tidied up.
    await sql`insert into move_ids select ${organization_id}, 'users', id, id from users`.execute(
      from.db,
    );
    await deleteCopy(from, organization_id);
  });
  expect([await source.count("organizations"), await source.count("users")]).toEqual([0, users]);
});

test("only the other installation proves its address, and only a private one without TLS", async ({
  world: { target },
}) => {
  await atAddress(target, (to) =>
    target.use(async (side) => {
      await requireAddress(side, to);
      const refused: [Parameters<typeof requireAddress>, string][] = [
        [[{ ...side, secret: "another" }, to], "does not answer at"],
        [[side, "http://127.0.0.1:1"], "cannot be reached"],
        [[side, "http://9.9.9.9"], "it must begin with https"],
      ];
      for (const [args, says] of refused)
        await expect(requireAddress(...args)).rejects.toThrow(says);
    }),
  );
});
