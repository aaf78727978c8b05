import { type Command, Option } from "commander";
import { PERMISSIONS } from "#lib/core/access/permissions.ts";
import { table } from "#lib/core/fields/table.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import {
  createOrganizationKey,
  listApiKeys,
  renewApiKey,
  revokeApiKey,
} from "#lib/identity/api-keys/api-keys.ts";
import { CreateOrganizationKey, CreateUserKey, RenewKey } from "#lib/identity/api-keys/schema.ts";
import { createUserKey, listUserKeys, revokeUserKey } from "#lib/identity/profile/user-keys.ts";
import { asSystem } from "#lib/server/cli/connect.ts";
import {
  examples,
  organizationOption,
  print,
  requireOrganization,
  requireUser,
  roleOption,
  wholeNumber,
} from "#lib/server/cli/options.ts";

type Owner = { organization?: number; user?: string };
type Limits = { role?: string; page?: string; permission?: string[] };
type NewKey = Owner & Limits & { name: string; ends?: string };

function checkOwner({ organization, user }: Owner, command: Command): void {
  if ((organization === undefined) === (user === undefined))
    command.error("error: give either --organization or --user");
}

/** The last second of the day. */
const endOf = (day: string | undefined) => day && `${day}T23:59:59`;

async function addKey(given: NewKey, command: Command): Promise<void> {
  const { organization, user, role, name, ends, page, permission: permissions } = given;
  checkOwner({ organization, user }, command);
  const expires_at = endOf(ends);
  const isLimited = role !== undefined || page !== undefined || permissions !== undefined;
  if (user !== undefined && isLimited)
    command.error(
      "error: a user's key has the roles of its user: leave out --role, --page and --permission",
    );
  const { token } = await asSystem(async (ctx) => {
    if (user !== undefined)
      return createUserKey(
        ctx,
        await requireUser(ctx, user),
        parseInput(CreateUserKey, { name, expires_at }),
      );
    const target = await requireOrganization(ctx, organization ?? 0);
    const input = { name, role, expires_at, subdomain: page, permissions };
    return createOrganizationKey(ctx, target, parseInput(CreateOrganizationKey, input));
  });
  print(`${token}\n`);
}

/** `page acme`, `service.write`, `until 2026-12-31T23:59:59` */
function limitsOf(key: {
  subdomain?: string | null;
  permissions?: readonly string[] | null;
  expires_at: string | null;
}): string[] {
  const { subdomain, permissions, expires_at } = key;
  const ends = expires_at && `until ${expires_at}`;
  const all = [subdomain && `page ${subdomain}`, permissions?.join(" "), ends];
  return all.filter((limit) => typeof limit === "string" && limit !== "") as string[];
}

async function renewKey({
  id,
  organization,
  ends,
}: {
  id: number;
  organization: number;
  ends?: string;
}): Promise<void> {
  const input = parseInput(RenewKey, { expires_at: endOf(ends) });
  const { token, earlier_until } = await asSystem(async (ctx) => {
    const target = await requireOrganization(ctx, organization);
    return renewApiKey(ctx, { ...target, api_key_id: id }, input);
  });
  print(`${token}\n`);
  process.stderr.write(`Key ${id} works until ${earlier_until} UTC\n`);
}

const endsOption = (text: string) => new Option("--ends <date>", text);

const MAX_ID = Number.MAX_SAFE_INTEGER;
const MAX_SHOWN = 1_000;

async function showKeys({ organization, user }: Owner, command: Command): Promise<void> {
  checkOwner({ organization, user }, command);
  const lines = await asSystem(async (ctx) => {
    if (user !== undefined) {
      const keys = await listUserKeys(ctx, await requireUser(ctx, user));
      return keys.map(({ id, token_hint, name, expires_at }) => [
        ...[id, token_hint, name],
        ...limitsOf({ expires_at }),
      ]);
    }
    const target = await requireOrganization(ctx, organization ?? 0);
    const { rows } = await listApiKeys(ctx, target, { limit: MAX_SHOWN });
    return rows.map(({ id, hint, role, name, ...limits }) => [
      ...[id, hint, role, name],
      ...limitsOf(limits),
    ]);
  });
  print(table(lines.map(([id, ...rest]) => [String(id), rest.join("   ")])));
}

async function endKey({ id, ...owner }: Owner & { id: number }, command: Command): Promise<void> {
  checkOwner(owner, command);
  const { organization, user } = owner;
  await asSystem(async (ctx) => {
    if (user !== undefined) return revokeUserKey(ctx, await requireUser(ctx, user), id);
    const target = await requireOrganization(ctx, organization ?? 0);
    return revokeApiKey(ctx, { ...target, api_key_id: id });
  });
  print(table([["api-key", `${id}   revoked`]]));
}

export function apiKeyCommands(program: Command): void {
  const key = program.command("api-key").description("keys for the API");
  key
    .command("create")
    .description("create a key and print nothing but the key; it cannot be shown again")
    .addOption(organizationOption())
    .option("--user <address>", "e-mail address of the user that the key acts for")
    .addOption(roleOption("what an organization's key may do (default: admin)"))
    .option("--page <subdomain>", "the only status page that an organization's key is for")
    .addOption(
      new Option(
        "--permission <permissions...>",
        "what of its role an organization's key may use (default: all of it)",
      ).choices(PERMISSIONS),
    )
    .addOption(endsOption("the last day of the key, such as 2027-03-31, in UTC (default: no end)"))
    .option("--name <name>", "what the key is for", "Command line")
    .addHelpText(
      "after",
      examples(
        "api-key create --organization 1 --role admin",
        "api-key create --organization 1 --page acme --permission metric.write --ends 2027-03-31",
        "api-key create --user ada@example.com",
      ),
    )
    .action(addKey);
  key
    .command("list")
    .description("show id, first and last characters, role, name and limits of the keys")
    .addOption(organizationOption())
    .option("--user <address>", "e-mail address of the user that the keys act for")
    .addHelpText("after", examples("api-key list --organization 1"))
    .action(showKeys);
  key
    .command("renew")
    .description(
      "create a key with the same limits and print nothing but the key; the one before works for another day",
    )
    .addOption(organizationOption().makeOptionMandatory())
    .requiredOption("--id <id>", "id of the key, as list shows it", wholeNumber(1, MAX_ID))
    .addOption(endsOption("the last day of the new key (default: as long as the one before)"))
    .addHelpText("after", examples("api-key renew --organization 1 --id 7"))
    .action(renewKey);
  key
    .command("revoke")
    .description("revoke a key at once")
    .addOption(organizationOption())
    .option("--user <address>", "e-mail address of the user that the key acts for")
    .requiredOption("--id <id>", "id of the key, as list shows it", wholeNumber(1, MAX_ID))
    .addHelpText("after", examples("api-key revoke --organization 1 --id 7"))
    .action(endKey);
}
