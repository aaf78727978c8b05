import type { Command } from "commander";
import { table } from "#lib/core/fields/table.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import {
  createOrganizationKey,
  listApiKeys,
  revokeApiKey,
} from "#lib/identity/api-keys/api-keys.ts";
import { CreateOrganizationKey, CreateUserKey } from "#lib/identity/api-keys/schema.ts";
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

type NewKey = { organization?: number; user?: string; role?: string; name: string };

type Owner = { organization?: number; user?: string };

function checkOwner({ organization, user }: Owner, command: Command): void {
  if ((organization === undefined) === (user === undefined))
    command.error("error: give either --organization or --user");
}

async function addKey({ organization, user, role, name }: NewKey, command: Command): Promise<void> {
  checkOwner({ organization, user }, command);
  if (user !== undefined && role !== undefined)
    command.error("error: a user's key has the roles of its user: leave out --role");
  const { token } = await asSystem(async (ctx) => {
    if (user !== undefined)
      return createUserKey(ctx, await requireUser(ctx, user), parseInput(CreateUserKey, { name }));
    const target = await requireOrganization(ctx, organization ?? 0);
    return createOrganizationKey(ctx, target, parseInput(CreateOrganizationKey, { name, role }));
  });
  print(`${token}\n`);
}

const MAX_ID = Number.MAX_SAFE_INTEGER;
const MAX_SHOWN = 1_000;

async function showKeys({ organization, user }: Owner, command: Command): Promise<void> {
  checkOwner({ organization, user }, command);
  const lines = await asSystem(async (ctx) => {
    if (user !== undefined) {
      const keys = await listUserKeys(ctx, await requireUser(ctx, user));
      return keys.map(({ id, token_hint, name }) => [id, token_hint, name]);
    }
    const target = await requireOrganization(ctx, organization ?? 0);
    const { rows } = await listApiKeys(ctx, target, { limit: MAX_SHOWN });
    return rows.map(({ id, hint, role, name }) => [id, hint, role, name]);
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
    .option("--name <name>", "what the key is for", "Command line")
    .addHelpText(
      "after",
      examples(
        "api-key create --organization 1 --role admin",
        "api-key create --user ada@example.com",
      ),
    )
    .action(addKey);
  key
    .command("list")
    .description("show id, first and last characters, role and name of the active keys")
    .addOption(organizationOption())
    .option("--user <address>", "e-mail address of the user that the keys act for")
    .addHelpText("after", examples("api-key list --organization 1"))
    .action(showKeys);
  key
    .command("revoke")
    .description("revoke a key at once")
    .addOption(organizationOption())
    .option("--user <address>", "e-mail address of the user that the key acts for")
    .requiredOption("--id <id>", "id of the key, as list shows it", wholeNumber(1, MAX_ID))
    .addHelpText("after", examples("api-key revoke --organization 1 --id 7"))
    .action(endKey);
}
