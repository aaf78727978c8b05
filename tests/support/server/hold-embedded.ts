import { startEmbedded } from "#lib/platform/postgres/embedded.ts";

// Run by node on its own: a server's stand-in that can be killed. Prints what it got, then stays.
const [dataDir = ""] = process.argv.slice(2);
const { url, created } = await startEmbedded({ dataDir });
process.stdout.write(`${JSON.stringify({ url, created })}\n`);
setInterval(() => {}, 60_000);
