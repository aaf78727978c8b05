import type { Command } from "commander";
import { env } from "#lib/platform/config/env.ts";
import { applyKnownSecret } from "#lib/platform/crypto/secret-file.ts";
import { explanation, withDatabase } from "#lib/server/cli/connect.ts";
import { examples, print } from "#lib/server/cli/options.ts";
import { examineDatabase } from "#lib/server/doctor/database.ts";
import { type Finding, wrong } from "#lib/server/doctor/finding.ts";
import { examineMachine } from "#lib/server/doctor/machine.ts";

async function ofDatabase(): Promise<Finding[]> {
  try {
    if (!env().DATABASE_URL) applyKnownSecret();
    return await withDatabase(examineDatabase);
  } catch (error) {
    return [wrong("database", explanation(error) ?? String(error))];
  }
}

async function examine({ json = false }: { json?: boolean }): Promise<void> {
  const findings = [...(await ofDatabase()), ...(await examineMachine())];
  const isWrong = findings.some(({ state }) => state === "wrong");
  const lines = findings.map(
    ({ check, state, text }) => `${state.padEnd(8)} ${check.padEnd(12)} ${text}\n`,
  );
  print(json ? `${JSON.stringify({ ok: !isWrong, findings })}\n` : lines.join(""));
  if (isWrong) process.exitCode = 1;
}

export function doctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("examine database, nodes and this machine; exit code 1 when something is wrong")
    .option("--json", "for programs")
    .addHelpText("after", examples("doctor", "doctor --json"))
    .action(examine);
}
