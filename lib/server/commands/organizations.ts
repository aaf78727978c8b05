import type { Command } from "commander";
import { table } from "#lib/core/fields/table.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { addMember } from "#lib/identity/members/members.ts";
import { AddMember } from "#lib/identity/members/schema.ts";
import { createOrganization } from "#lib/identity/organizations/organizations.ts";
import { CreateOrganization } from "#lib/identity/organizations/schema.ts";
import { asSystem } from "#lib/server/cli/connect.ts";
import { requireOrganization } from "#lib/server/cli/lookups.ts";
import { examples, organizationOption, roleOption, say } from "#lib/server/cli/options.ts";

async function addOrganization(given: { name: string }): Promise<void> {
  const input = parseInput(CreateOrganization, given);
  const { id, name } = await asSystem((ctx) => createOrganization(ctx, input));
  say(table([["organization", `${id}   ${name}`]]));
}

async function addMembership({
  organization,
  ...given
}: {
  email: string;
  organization: number;
  role: string;
}): Promise<void> {
  const input = parseInput(AddMember, given);
  const added = await asSystem(async (ctx) =>
    addMember(ctx, await requireOrganization(ctx, organization), input),
  );
  const link: [string, string][] = added.invitation_url
    ? [["invitation", `${added.invitation_url} (valid for seven days)`]]
    : [];
  say(
    table([["member", `${input.email}, ${input.role} of organization ${organization}`], ...link]),
  );
}

export function organizationCommands(program: Command): void {
  const organization = program
    .command("organization")
    .description("tenants: each has members, keys and status pages of its own");
  organization
    .command("create")
    .description("add an organization")
    .requiredOption("--name <name>", "its name")
    .addHelpText("after", examples("organization create --name 'Acme'"))
    .action(addOrganization);
  const member = program.command("member").description("roles of users in organizations");
  member
    .command("add")
    .description(
      "give a person a role in an organization; for an address without an account, prints a link to pass on",
    )
    .requiredOption("--email <address>", "e-mail address of the user")
    .addOption(organizationOption().makeOptionMandatory())
    .addOption(roleOption("what the user may do there").makeOptionMandatory())
    .addHelpText(
      "after",
      examples("member add --email ada@example.com --organization 2 --role editor"),
    )
    .action(addMembership);
}
