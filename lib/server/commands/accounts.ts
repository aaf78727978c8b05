import { type Command, Option } from "commander";
import { table } from "#lib/core/fields/table.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { addMember } from "#lib/identity/members/members.ts";
import { AddMember } from "#lib/identity/members/schema.ts";
import {
  createOrganization,
  listOrganizations,
} from "#lib/identity/organizations/organizations.ts";
import type { ListedOrganization } from "#lib/identity/organizations/queries.ts";
import { CreateOrganization } from "#lib/identity/organizations/schema.ts";
import { changeEmail } from "#lib/identity/profile/change-address.ts";
import { endAccess } from "#lib/identity/profile/end-access.ts";
import { deleteAccount } from "#lib/identity/profile/leave.ts";
import { resetSignIn } from "#lib/identity/profile/reset-sign-in.ts";
import { CreateUser } from "#lib/identity/users/schema.ts";
import { createUser, listUsers, resetPassword } from "#lib/identity/users/users.ts";
import { deleteOrganization } from "#lib/pages/delete-organization.ts";
import { asSystem } from "#lib/server/cli/connect.ts";
import {
  choosePassword,
  examples,
  organizationOption,
  passwordRow,
  print,
  requireOrganization,
  requireUser,
  roleOption,
} from "#lib/server/cli/options.ts";
import { deleteMoved, moveCommand } from "#lib/server/commands/moves.ts";

async function addOrganization(given: { name: string }): Promise<void> {
  const input = parseInput(CreateOrganization, given);
  const { id, name } = await asSystem((ctx) => createOrganization(ctx, input));
  print(table([["organization", `${id}   ${name}`]]));
}

/** An interrupted move keeps it from being changed. */
function stateOf({ moving_at, moved_to, arriving_at }: ListedOrganization): string[] {
  if (moved_to) return [`moved to ${moved_to}`];
  if (moving_at) return [`moving since ${moving_at}`];
  return arriving_at ? [`arriving since ${arriving_at}`] : [];
}

async function showOrganizations(): Promise<void> {
  const all = await asSystem(listOrganizations);
  print(
    table(
      all.map((one) => [
        String(one.id),
        [one.name, `${one.pages} pages`, `${one.members} members`, ...stateOf(one)].join("   "),
      ]),
    ),
  );
}

async function removeOrganization(given: { organization: number; name: string }): Promise<void> {
  const { organization, name } = given;
  await asSystem(async (ctx) => {
    if (await deleteMoved(ctx.db, organization, name)) return;
    await deleteOrganization(ctx, await requireOrganization(ctx, organization), name);
  });
  print(table([["organization", `${organization}   deleted`]]));
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
  print(
    table([["member", `${input.email}, ${input.role} of organization ${organization}`], ...link]),
  );
}

export function organizationCommands(program: Command): void {
  const organization = program
    .command("organization")
    .description("tenants: each has its own members, keys and status pages");
  organization
    .command("create")
    .description("add an organization")
    .requiredOption("--name <name>", "its name")
    .addHelpText("after", examples("organization create --name 'Acme'"))
    .action(addOrganization);
  organization
    .command("list")
    .description("show id, name and size of all organizations")
    .addHelpText("after", examples("organization list"))
    .action(showOrganizations);
  organization
    .command("delete")
    .description(
      "delete an organization with its pages, incidents, subscribers, keys and audit log; accounts stay",
    )
    .addOption(organizationOption().makeOptionMandatory())
    .requiredOption("--name <name>", "its name, so that it is the right one")
    .addHelpText("after", examples("organization delete --organization 1 --name 'Acme'"))
    .action(removeOrganization);
  moveCommand(organization);
  const member = program.command("member").description("roles of users in organizations");
  member
    .command("add")
    .description(
      "give a person a role in an organization; prints an invitation link for an address without an account",
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

type NewUser = {
  email: string;
  name: string;
  organization: number;
  role: string;
  passwordStdin?: boolean;
};

async function addUser({ organization, passwordStdin = false, ...given }: NewUser): Promise<void> {
  const choice = await choosePassword(passwordStdin);
  const input = parseInput(CreateUser, { ...given, password: choice.password });
  const user = await asSystem(async (ctx) =>
    createUser(ctx, await requireOrganization(ctx, organization), input),
  );
  print(
    table([
      ["user", `${user.id}   ${user.email}, ${input.role} of organization ${organization}`],
      ...passwordRow(choice),
    ]),
  );
}

async function setPassword({
  email,
  passwordStdin = false,
}: {
  email: string;
  passwordStdin?: boolean;
}): Promise<void> {
  const choice = await choosePassword(passwordStdin);
  await asSystem(async (ctx) => resetPassword(ctx, await requireUser(ctx, email), choice.password));
  print(table([["user", email], ...passwordRow(choice)]));
}

async function resetSecondFactor({ email }: { email: string }): Promise<void> {
  await asSystem(async (ctx) => resetSignIn(ctx, await requireUser(ctx, email)));
  print(table([["user", `${email}   signs in with the password alone and is notified by e-mail`]]));
}

async function signOut({ email }: { email: string }): Promise<void> {
  const ended = await asSystem(async (ctx) => endAccess(ctx, await requireUser(ctx, email)));
  print(
    table([["user", `${email}   ${ended.sessions} sessions ended, ${ended.keys} keys revoked`]]),
  );
}

async function removeUser({ email }: { email: string }): Promise<void> {
  await asSystem(async (ctx) => deleteAccount(ctx, await requireUser(ctx, email)));
  print(table([["user", `${email}   deleted`]]));
}

const NewEmail = CreateUser.pick({ email: true });

async function setEmail(given: { email: string; to: string }): Promise<void> {
  const input = parseInput(NewEmail, { email: given.to });
  await asSystem(async (ctx) => changeEmail(ctx, await requireUser(ctx, given.email), input.email));
  print(table([["user", input.email]]));
}

async function showUsers({ organization }: { organization?: number }): Promise<void> {
  const users = await asSystem(async (ctx) => {
    if (organization !== undefined) await requireOrganization(ctx, organization);
    return listUsers(ctx, organization);
  });
  print(table(users.map(({ id, email, roles }) => [String(id), [email, ...roles].join("   ")])));
}

const passwordStdin = () =>
  new Option(
    "--password-stdin",
    "read the password from the first line of stdin instead of generating one",
  );

/** Help for people who are locked out. */
function rescueCommands(user: Command): void {
  user
    .command("reset-password")
    .description(
      "give a user a new password; without --password-stdin it generates one and shows it once",
    )
    .requiredOption("--email <address>", "e-mail address of the user")
    .addOption(passwordStdin())
    .addHelpText("after", examples("user reset-password --email ada@example.com"))
    .action(setPassword);
  user
    .command("reset-second-factor")
    .description(
      "for users who lost their phone and recovery codes: remove a user's second factor, passkeys and link to single sign-on, and end their sessions; the password stays",
    )
    .requiredOption("--email <address>", "e-mail address of the user")
    .addHelpText("after", examples("user reset-second-factor --email ada@example.com"))
    .action(resetSecondFactor);
  user
    .command("change-email")
    .description("give a user another e-mail address; password, second factor and roles stay")
    .requiredOption("--email <address>", "present e-mail address of the user")
    .requiredOption("--to <address>", "new e-mail address")
    .addHelpText(
      "after",
      examples("user change-email --email ada@old.example --to ada@new.example"),
    )
    .action(setEmail);
  user
    .command("delete")
    .description(
      "delete an account with its roles, sessions and keys; refused for the only owner of an organization",
    )
    .requiredOption("--email <address>", "e-mail address of the user")
    .addHelpText("after", examples("user delete --email ada@example.com"))
    .action(removeUser);
  user
    .command("sign-out")
    .description(
      "end all sessions of a user, and revoke their API keys and those they created for organizations",
    )
    .requiredOption("--email <address>", "e-mail address of the user")
    .addHelpText("after", examples("user sign-out --email ada@example.com"))
    .action(signOut);
}

export function userCommands(program: Command): void {
  const user = program.command("user").description("people who sign in");
  user
    .command("create")
    .description(
      "create an account with a role in an organization; without --password-stdin it generates a password and shows it once",
    )
    .requiredOption("--email <address>", "e-mail address to sign in with")
    .addOption(organizationOption().makeOptionMandatory())
    .addOption(roleOption("what the user may do there").makeOptionMandatory())
    .option("--name <name>", "the person's name", "")
    .addOption(passwordStdin())
    .addHelpText(
      "after",
      examples("user create --email ada@example.com --name 'Ada' --organization 1 --role owner"),
    )
    .action(addUser);
  rescueCommands(user);
  user
    .command("list")
    .description("show id, e-mail address and roles of all users")
    .addOption(organizationOption())
    .addHelpText("after", examples("user list", "user list --organization 1"))
    .action(showUsers);
}
