import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { looksUntil } from "#tests/support/server/looks.ts";

const PROGRAM = ["varnishd", "/usr/sbin/varnishd"].find(
  (name) => spawnSync(name, ["-V"]).status === 0,
);
export const HAS_VARNISH = PROGRAM !== undefined;

const VCL = new URL("../../../deploy/varnish/default.vcl", import.meta.url);

/** Varnish with the VCL that is delivered. @returns ends it */
export async function startVarnish(port: number, backend: number): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "allclear-varnish-"));
  const file = join(folder, "default.vcl");
  await writeFile(file, readFileSync(VCL, "utf8").replace('"3000"', `"${backend}"`));
  const options = ["-F", "-j", "none", "-n", join(folder, "work"), "-s", "malloc,64m"];
  const child = spawn(PROGRAM ?? "", [...options, "-a", `127.0.0.1:${port}`, "-f", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await looksUntil(isUp);
  return async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}
