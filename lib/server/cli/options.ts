import { text } from "node:stream/consumers";
import { InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { newPassword } from "#lib/core/access/passwords.ts";
import { ROLES } from "#lib/core/access/permissions.ts";
import { organizationExists } from "#lib/core/access/queries.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findUserByEmail } from "#lib/identity/users/queries.ts";
import { Password } from "#lib/identity/users/schema.ts";
import { CliError } from "#lib/server/cli/connect.ts";

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return number;
  };
}

export const organizationOption = () =>
  new Option("--organization <id>", "id of the organization").argParser(
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  );

export const roleOption = (text: string) => new Option("--role <role>", text).choices(ROLES);

export function print(text: string): void {
  process.stdout.write(text);
}

export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ npm run -s cli -- ${line}\n`).join("")}`;
}

export function passwordRow({
  password,
  generated,
}: {
  password: string;
  generated: boolean;
}): [string, string][] {
  return generated ? [["password", `${password}   (shown this once)`]] : [];
}

/** @throws {CliError} when it does not exist */
export async function requireOrganization(
  ctx: Context,
  id: number,
): Promise<{ organization_id: number }> {
  if (!(await organizationExists(ctx.db, id))) throw new CliError(`There is no organization ${id}`);
  return { organization_id: id };
}

/** @throws {CliError} when no user has this address */
export async function requireUser(ctx: Context, email: string): Promise<{ user_id: number }> {
  const user = await findUserByEmail(ctx.db, email);
  if (!user) throw new CliError(`There is no user ${email}`);
  return { user_id: user.id };
}

const Given = z.object({ password: Password });

/**
 * The first line of stdin, or a generated password.
 * @throws {AppError} `invalid` when it is too short
 */
export async function choosePassword(
  fromStdin: boolean,
): Promise<{ password: string; generated: boolean }> {
  if (!fromStdin) return { password: newPassword(), generated: true };
  const [password = ""] = (await text(process.stdin)).split(/\r?\n/);
  return { ...parseInput(Given, { password }), generated: false };
}
