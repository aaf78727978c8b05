import type { Command } from "commander";
import { createUserKey } from "#lib/account/api-keys.ts";
import { createOrganizationKey } from "#lib/api-keys/create.ts";
import { CreateOrganizationKey, CreateUserKey } from "#lib/api-keys/schema.ts";
import { asSystem } from "#lib/cli/connect.ts";
import { requireOrganization, requireUser } from "#lib/cli/lookups.ts";
import { examples, organizationOption, roleOption, say } from "#lib/cli/options.ts";
import { parseInput } from "#lib/validation.ts";

type NewKey = { organization?: number; user?: string; role?: string; name: string };

async function addKey({ organization, user, role, name }: NewKey, command: Command): Promise<void> {
  if ((organization === undefined) === (user === undefined))
    command.error("error: give either --organization or --user");
  if (user !== undefined && role !== undefined)
    command.error("error: a user's key has the roles of its user: leave out --role");
  const { token } = await asSystem(async (ctx) => {
    if (user !== undefined)
      return createUserKey(ctx, await requireUser(ctx, user), parseInput(CreateUserKey, { name }));
    const target = await requireOrganization(ctx, organization ?? 0);
    return createOrganizationKey(ctx, target, parseInput(CreateOrganizationKey, { name, role }));
  });
  say(`${token}\n`);
}

export function apiKeyCommands(program: Command): void {
  const key = program.command("api-key").description("keys for the API");
  key
    .command("create")
    .description("make a key and print it, and nothing else; it cannot be shown again")
    .addOption(organizationOption())
    .option("--user <address>", "e-mail address of the user as whom the key acts")
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
}
