import type { Command } from "commander";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { table } from "#lib/core/fields/table.ts";
import { asSystem } from "#lib/server/cli/connect.ts";
import { examples, print, wholeNumber } from "#lib/server/cli/options.ts";
import { seedDemo } from "#lib/server/seed/demo.ts";
import { type Large, seedLarge } from "#lib/server/seed/large.ts";
import { demoBanner } from "#lib/server/setup/start-banner.ts";

async function demo({ subdomain }: { subdomain: string }): Promise<void> {
  print(demoBanner(await asSystem((ctx) => seedDemo(ctx, subdomain))));
}

async function large(options: Large): Promise<void> {
  const since = performance.now();
  const { subdomain, token, organization_id } = await asSystem((ctx) => seedLarge(ctx, options));
  print(
    table([
      ["page", pageUrl({ address: subdomain })],
      ["subdomain", subdomain],
      ["organization", String(organization_id)],
      ["key", token],
    ]),
  );
  process.stderr.write(`seeded in ${((performance.now() - since) / 1000).toFixed(1)} s\n`);
}

export function seedCommands(program: Command): void {
  const seed = program.command("seed").description("fill the database with sample pages");
  seed
    .command("demo")
    .description("add a demo organization with a page, its owner and an owner's key")
    .option("--subdomain <name>", "subdomain of the page", "acme")
    .addHelpText("after", examples("seed demo", "seed demo --subdomain acme-2"))
    .action(demo);
  seed
    .command("large")
    .description(
      "add a page with many services and a long history, the same for the same options, for measurements",
    )
    .option("--services <n>", "how many services", wholeNumber(9, 10_000), 478)
    .option("--incidents <n>", "how many incidents", wholeNumber(1, 1_000_000), 100_000)
    .option("--days <n>", "over how many days", wholeNumber(1, 3_650), 3_650)
    .option("--seed <n>", "another number gives another history", wholeNumber(0, 1_000_000), 1)
    .option("--subdomain <name>", "subdomain of the page", "large")
    .addHelpText(
      "after",
      examples("seed large", "seed large --services 478 --incidents 100000 --days 3650 --seed 7"),
    )
    .action(large);
}
