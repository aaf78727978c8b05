import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { chromium, type LaunchOptions } from "@playwright/test";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/microsoft-edge",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Custom domains of pages.
  "--host-resolver-rules=MAP *.example.test 127.0.0.1",
];

// The package's own fonts are where this file is; the machine may have none.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`;

const require = createRequire(import.meta.url);
const packaged = join(dirname(require.resolve("@sparticuz/chromium")), "..", "..");
const { version } = JSON.parse(readFileSync(join(packaged, "package.json"), "utf8")) as {
  version: string;
};
const cache = join(packaged, "..", "..", ".cache", "allclear");
const unpacked = join(cache, `chromium-${version}`);

function works(file: string): boolean {
  return existsSync(file) && spawnSync(file, ["--version"], { timeout: 20_000 }).status === 0;
}

function installed(): string | undefined {
  return [chromium.executablePath(), ...INSTALLED].find(works);
}

/**
 * How to launch the machine's own browser, or the one of the npm package, which `unpackBrowser`
 * puts in place.
 */
export function browser(): LaunchOptions {
  process.env.TEST_BROWSER ??= installed() ?? "";
  const own = process.env.TEST_BROWSER;
  if (own) return { executablePath: own, args: FLAGS };
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(unpacked, "al2023", "lib"),
    FONTCONFIG_FILE: join(unpacked, "fonts.conf"),
  };
  return { executablePath: join(unpacked, "chromium"), args: FLAGS, env };
}

// In a process of its own: the package takes the place to unpack to, and whether to unpack its
// libraries, from the environment.
const UNPACK =
  'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())';

/**
 * Unpacks the packaged browser once, aside and then renamed into place, unless the machine has one.
 */
export async function unpackBrowser(): Promise<void> {
  if (process.env.TEST_BROWSER || existsSync(unpacked)) return;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "draft-"));
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
  const child = spawn(process.execPath, ["-e", UNPACK], { cwd: dirname(packaged), env });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (status !== 0)
    throw new Error(`No browser is installed, and the packaged one cannot be unpacked: ${stderr}`);
  writeFileSync(join(draft, "fonts.conf"), FONTS);
  try {
    renameSync(draft, unpacked);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  }
}
