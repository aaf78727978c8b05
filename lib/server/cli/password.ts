import { text } from "node:stream/consumers";
import { z } from "zod";
import { newPassword } from "#lib/core/access/passwords.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { Password } from "#lib/identity/users/schema.ts";

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
