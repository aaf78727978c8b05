import { type Command, InvalidArgumentError } from "commander";
import { type Db, patientDatabase } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { table } from "#lib/core/fields/table.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { EnvError, env } from "#lib/platform/config/env.ts";
import { applyKnownSecret } from "#lib/platform/crypto/secret-file.ts";
import { CliError, withDatabase } from "#lib/server/cli/connect.ts";
import { examples, organizationOption, print } from "#lib/server/cli/options.ts";
import { requireAddress } from "#lib/server/move/address.ts";
import { check } from "#lib/server/move/check.ts";
import {
  cancelMove,
  type MoveSummary,
  moveOrganization,
  redirectAnew,
} from "#lib/server/move/move.ts";
import type { PeopleNotes } from "#lib/server/move/people.queries.ts";
import { type IdPlan, preview } from "#lib/server/move/plan.ts";
import { listMigrations, type Side } from "#lib/server/move/queries.ts";
import { deleteCopy, findOrganization } from "#lib/server/move/state.queries.ts";

type Options = {
  organization: number;
  toUrl?: string;
  dryRun?: boolean;
  cancel?: boolean;
  withoutTarget?: boolean;
};

function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new InvalidArgumentError("It must be an address such as https://eu.example.com.");
  return url.origin;
}

function sideOf(db: Db, secret: string | undefined): Side {
  return { db, secret, grant: authorizeProgram(systemContext(db, "move")) };
}

function required(name: "MOVE_DATABASE_URL" | "MOVE_APP_SECRET"): string {
  const value = env()[name];
  if (!value) throw new EnvError(`${name}: is required: it is the other installation's`);
  return value;
}

async function requireReachable(side: Side): Promise<void> {
  await listMigrations(side).catch((error: Error) => {
    throw Object.assign(error, { setting: "MOVE_DATABASE_URL" });
  });
}

async function withBoth<T>(work: (source: Side, target: Side) => Promise<T>): Promise<T> {
  const [address, secret] = [required("MOVE_DATABASE_URL"), required("MOVE_APP_SECRET")];
  if (!env().DATABASE_URL) applyKnownSecret();
  return withDatabase(async (db) => {
    const other = sideOf(patientDatabase(address), secret);
    try {
      await requireReachable(other);
      return await work(sideOf(db, env().APP_SECRET), other);
    } finally {
      await other.db.destroy();
    }
  });
}

function say(phase: string, detail = ""): void {
  const time = wireNow().slice("2026-11-29T".length);
  print(`${time}  ${`${phase} ${detail}`.trim()}\n`);
}

const KEPT_IDS = "all ids are kept";

function newIds({ ids, drawn, kept }: IdPlan): string {
  if (ids !== "mapped") return ids === "new" ? "   new ids" : "";
  return `   ${drawn.length} of ${drawn.length + kept.length} with another id`;
}

function keptAccounts(count: number): string {
  if (count === 1) return "1 person already has an account there and keeps it";
  return `${count} people already have an account there and keep it`;
}

async function tellPlan(source: Side, target: Side, id: number): Promise<void> {
  const { organization, arrival, move } = await check(source, target, id);
  const { tables, accounts, ...notes } = await preview(move);
  const rows = tables.filter(({ count }) => count > 0);
  print(
    table([
      ["organization", `${id}   ${organization.name}`],
      ["under way", arrival ? "yes: run it without --dry-run to go on" : "no"],
      ["accounts", keptAccounts(accounts)],
      ...linesOf(notes),
      ...rows.map(({ table: name, count, plan }): [string, string] => [
        name,
        `${count}${newIds(plan)}`,
      ]),
    ]),
  );
  print("Nothing was changed\n");
}

function linesOf({ left_keys, provider_roles }: PeopleNotes): [string, string][] {
  const keys = `${left_keys} of people who keep their account there are left behind`;
  const roles = provider_roles.map((member): [string, string] => ["role by sign-in", member]);
  return [...(left_keys > 0 ? [["API keys", keys] as [string, string]] : []), ...roles];
}

function summary({ pages, rows, accounts, mapped, ...notes }: MoveSummary, to: string): string {
  return table([
    ["moved to", to],
    ["pages", String(pages)],
    ["rows", String(rows)],
    ["accounts", keptAccounts(accounts)],
    ...linesOf(notes),
    ["other ids", mapped.length > 0 ? mapped.join(", ") : KEPT_IDS],
    ["left behind", "sessions, passkeys and links to single sign-on: people sign in anew"],
    ["to do", "point custom domains at the other installation"],
    [
      "to do",
      "give senders of alert mails, heartbeats and callbacks the addresses that its screens show",
    ],
  ]);
}

async function move(options: Options): Promise<void> {
  const { organization: organization_id, toUrl: to, dryRun, cancel, withoutTarget } = options;
  if (withoutTarget && !cancel) throw new CliError("--without-target is for --cancel only");
  const canceled = `canceled: organization ${organization_id} stays here\n`;
  if (withoutTarget)
    return withDatabase(async (db) => {
      await cancelMove({ source: sideOf(db, undefined), target: null, organization_id, say });
      print(canceled);
    });
  await withBoth(async (source, target) => {
    if (cancel) {
      await cancelMove({ source, target, organization_id, say });
      return print(canceled);
    }
    if (to) await requireAddress(target, to);
    if (dryRun) return tellPlan(source, target, organization_id);
    if (!to) throw new CliError("--to-url is required");
    const request = { source, target, organization_id, to };
    if (await redirectAnew(request)) return print(`Its addresses lead to ${to} now\n`);
    print(summary(await moveOrganization({ ...request, say }), to));
  });
}

/** Deletes what is left of an organization that has moved. @returns whether it has */
export async function deleteMoved(db: Db, id: number, name: string): Promise<boolean> {
  const side = sideOf(db, undefined);
  const found = await findOrganization(side, id);
  if (!found?.moved_to) return false;
  if (found.name.trim() !== name.trim()) throw new CliError("--name: it has another name");
  await deleteCopy(side, id);
  return true;
}

export function moveCommand(organization: Command): void {
  organization
    .command("move")
    .description(
      "move an organization to the installation of MOVE_DATABASE_URL and MOVE_APP_SECRET; interrupted, it goes on when it is run again",
    )
    .addOption(organizationOption().makeOptionMandatory())
    .option(
      "--to-url <address>",
      "base address of the other installation; once moved: another one to lead to",
      baseAddress,
    )
    .option("--dry-run", "check, and show what would be moved; change nothing")
    .option("--cancel", "end a move that is not complete: the organization stays here")
    .option("--without-target", "with --cancel: the other installation is gone, with what it had")
    .addHelpText(
      "after",
      examples(
        "organization move --organization 3 --dry-run",
        "organization move --organization 3 --to-url https://eu.example.com",
      ),
    )
    .action(move);
}
