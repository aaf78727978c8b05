import { createHash } from "node:crypto";
import type { Sharp, SharpOptions } from "sharp";
import { drawSvg } from "#lib/pages/images/drawing.ts";
import { largestIcon } from "#lib/pages/images/icon.ts";
import type { StoredImage, StoredName } from "#lib/pages/images/schema.ts";
import { AppError, invalid } from "#lib/platform/errors/errors.ts";
import { MAX_PICTURE_SIZE } from "#lib/platform/http/protocol.ts";
import { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

/** Re-encoded: it contains only pixels of the upload. */
export type ImageFile = { file: string; body: Buffer };
type Encoded = { stored: StoredImage; files: ImageFile[] };

type Format = "webp" | "png";
type Made = ImageFile & { width: number; height: number };

// 24 megapixels, a large photograph. A decompression bomb of a few kilobytes has more.
const OPTIONS: SharpOptions = { limitInputPixels: 24_000_000, pages: 1, sequentialRead: true };
const MAX_SECONDS = 10;
// Decoding takes up to 100 MB and a thread.
const AT_ONCE = { all: 2, tenant: 1, client: 1 };
const WAITING = { all_waiting: 40, tenant_waiting: 4, client_waiting: 4 };
const TIMES = { wait_ms: 20_000, hold_ms: 20_000 };
const turns = oncePerProcess(
  "images",
  () => new FairQueue("images", { ...AT_ONCE, ...WAITING, ...TIMES }),
);

// Two or three times the CSS size, for high-density screens.
const BOUNDS = {
  logo: { width: 1_200, height: 240 },
  dark_logo: { width: 1_200, height: 240 },
  bg_image: { width: 2_560, height: 1_440 },
  update: MAX_PICTURE_SIZE,
} as const;
const ICON = 32;
const TOUCH_ICON = 180;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

// This process draws no SVG but our own; uploads have a process of their own.
const LOADERS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Svg"].map(
  (loader) => `VipsForeignLoad${loader}Buffer`,
);

/** Disables all other decoders in the whole process. */
async function load() {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

let library: ReturnType<typeof load> | undefined;

// File signatures by offset; names and content types prove nothing.
const SIGNATURES: [number, string][] = [
  [0, "\x89PNG\r\n"],
  [0, "\xff\xd8\xff"],
  [0, "GIF8"],
  [8, "WEBP"],
  [0, "\0\0\x01\0"],
  [4, "ftypavi"],
  [4, "ftypmif1"],
];
const SVG = /^\uFEFF?\s*(?:<\?xml|<!--|<!doctype\s+svg|<svg)/i;

function isSvg(bytes: Buffer): boolean {
  return SVG.test(bytes.subarray(0, 256).toString());
}

function isPicture(bytes: Buffer): boolean {
  if (isSvg(bytes)) return true;
  const start = bytes.subarray(0, 16).toString("latin1");
  return SIGNATURES.some(([at, signature]) => start.startsWith(signature, at));
}

const badImage = () => invalid({ image: [{ code: "bad_image" }] });

async function write(image: Sharp, format: Format): Promise<Made> {
  const drawn = format === "png" ? image.png() : image.webp({ quality: 88, smartSubsample: true });
  const { data: body, info } = await drawn
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true });
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 40);
  return { file: `${hash}.${format}`, body, width: info.width, height: info.height };
}

function square(image: Sharp, size: number): Promise<Made> {
  return write(image.resize(size, size, { fit: "contain", background: CLEAR }), "png");
}

/** Drawings are drawn at the size they are shown at, icons decoded from their container. */
async function open(sharp: Awaited<ReturnType<typeof load>>, name: StoredName, bytes: Buffer) {
  const icon = largestIcon(bytes);
  if (icon && "pixels" in icon) {
    const { pixels, width, height } = icon;
    return () => sharp(pixels, { ...OPTIONS, raw: { width, height, channels: 4 } });
  }
  const content = icon?.file ?? bytes;
  if (!isSvg(content)) return () => sharp(content, OPTIONS).autoOrient();
  // librsvg is not found behind a byte order mark.
  const drawing = content.subarray(Math.max(0, content.indexOf("<")));
  const bounds = name === "favicon" ? { width: TOUCH_ICON, height: TOUCH_ICON } : BOUNDS[name];
  const picture = await drawSvg(drawing, bounds.width, bounds.height);
  return () => sharp(picture, OPTIONS);
}

/** Transparent ones are drawn for paper: their lines must not vanish on a dark page. */
async function drawForText(image: Sharp): Promise<Encoded> {
  const bounds = { ...BOUNDS.update, fit: "inside", withoutEnlargement: true } as const;
  const drawn = await write(image.flatten({ background: "white" }).resize(bounds), "webp");
  const { body, width, height } = drawn;
  const file = drawn.file.replace(".", `-${width}x${height}.`);
  return { stored: { file, width, height }, files: [{ file, body }] };
}

async function draw(
  sharp: Awaited<ReturnType<typeof load>>,
  name: StoredName,
  bytes: Buffer,
): Promise<Encoded> {
  const opened = await open(sharp, name, bytes);
  const upright = () => opened().toColourspace("srgb");
  if (name === "update") return drawForText(upright());
  if (name !== "favicon") {
    const bounds = { ...BOUNDS[name], fit: "inside", withoutEnlargement: true } as const;
    const { file, body, width, height } = await write(upright().resize(bounds), "webp");
    return { stored: { file, width, height }, files: [{ file, body }] };
  }
  const [icon, touch] = [await square(upright(), ICON), await square(upright(), TOUCH_ICON)];
  const { file, width, height } = icon;
  return { stored: { file, width, height, touch_file: touch.file }, files: [icon, touch] };
}

/** @param client key for fair queueing @throws {AppError} `invalid`, `unavailable` */
export async function encodeImage(
  name: StoredName,
  bytes: Buffer,
  client: string,
): Promise<Encoded> {
  if (!isPicture(bytes)) throw badImage();
  library ??= load();
  const sharp = await library;
  const turn = turns.take(client);
  if (!turn || !(await turn.acquired)) throw new AppError("unavailable", "Too many images at once");
  try {
    return await draw(sharp, name, bytes);
  } catch {
    throw badImage();
  } finally {
    turn.end();
  }
}
