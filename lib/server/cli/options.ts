import { InvalidArgumentError, Option } from "commander";
import { ROLES } from "#lib/core/access/permissions.ts";

/** Parses a whole number within bounds; for commander. */
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

export function say(text: string): void {
  process.stdout.write(text);
}

export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ npm run -s cli -- ${line}\n`).join("")}`;
}

/** The rows that tell a generated password; none for one that the person knows. */
export function passwordRow({
  password,
  generated,
}: {
  password: string;
  generated: boolean;
}): [string, string][] {
  return generated ? [["password", `${password}   (shown this once)`]] : [];
}
