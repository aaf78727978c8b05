import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MIB } from "#lib/platform/http/protocol.ts";

const ROOT = join(fileURLToPath(import.meta.url), "../../../..");

const MAX_SECONDS = 10;
const MAX_MIB = 512;
const MAX_BYTES = 32 * 1_024 * 1_024;
const CSS_DENSITY = 72;
const MAX_DENSITY = 10_000;
const MAX_PIXELS = 24_000_000;

// librsvg heeds neither sharp's time limit nor its limit of pixels for what a drawing contains.
const DRAW = `
  const sharp = require("sharp");
  sharp.concurrency(1);
  const [width, height, max_mib] = process.argv.slice(1).map(Number);
  setInterval(() => {
    if (process.memoryUsage.rss() > max_mib * 1_048_576) process.kill(process.pid, "SIGKILL");
  }, 10).unref();
  const chunks = [];
  process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", async () => {
    const bytes = Buffer.concat(chunks);
    const size = await sharp(bytes, { limitInputPixels: false }).metadata();
    const scale = Math.min(width / size.width, height / size.height);
    const density = Math.min(Math.max(1, ${CSS_DENSITY} * scale), ${MAX_DENSITY});
    const image = sharp(bytes, { limitInputPixels: ${MAX_PIXELS}, density });
    process.stdout.write(await image.png({ compressionLevel: 1 }).toBuffer());
  });
`;

/**
 * In MiB. At most half of what the container has: else the drawing would end with everything else.
 * @param constrained bytes; not positive: no limit is known
 */
export function drawingLimit(constrained = process.constrainedMemory()): number {
  return constrained > 0 ? Math.min(MAX_MIB, Math.floor(constrained / 2 / MIB)) : MAX_MIB;
}

/**
 * Draws an SVG as a PNG of about that size, in a process that ends when it takes too much time or
 * memory. librsvg reads no other file or address from a drawing in memory, and runs no scripts.
 * @throws {Error} when it is no drawing, or too costly
 */
export function drawSvg(svg: Buffer, width: number, height: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = execFile(
    process.execPath,
    ["-e", DRAW, "--", `${width}`, `${height}`, `${drawingLimit()}`],
    {
      // It looks for sharp from there.
      cwd: ROOT,
      encoding: "buffer",
      maxBuffer: MAX_BYTES,
      // Ours holds secrets.
      env: { NODE_ENV: "production" },
      timeout: MAX_SECONDS * 1_000,
      killSignal: "SIGKILL",
    },
    (error, png) => (error ? reject(error) : resolve(png)),
  );
  // It may be gone before it has read everything.
  child.stdin?.on("error", () => {});
  child.stdin?.end(svg);
  return promise;
}
