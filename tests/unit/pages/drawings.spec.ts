import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { drawingLimit } from "#lib/pages/images/drawing.ts";
import { encodeImage } from "#lib/pages/images/encode.ts";
import type { ImageName } from "#lib/pages/images/schema.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { MIB } from "#lib/platform/http/protocol.ts";
import { endless, Target } from "#tests/support/http/targets.ts";

const svg = (inner: string, size = 'viewBox="0 0 10 10" width="10" height="10"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inner}</svg>`,
  );

const blue = () =>
  sharp({ create: { width: 10, height: 10, channels: 3, background: "#00f" } })
    .png()
    .toBuffer();

async function pixelsOf(name: ImageName, bytes: Buffer) {
  const { stored, files } = await encodeImage(name, bytes, "test");
  const { data, info } = await sharp(files.at(-1)?.body)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
    return [...data.subarray(from, from + 4)].map((value) => (value > 127 ? 1 : 0)).join("");
  };
  return { file: stored.file, width: info.width, height: info.height, at };
}

const RED = "1001";
const BLUE = "0011";
const CLEAR = /000$|0$/;

/** 2 by 2: red and blue above, clear and red below. */
function bitmap(bits: number): Buffer {
  const palette = bits <= 8 ? [Buffer.from([0, 0, 255, 0]), Buffer.from([255, 0, 0, 0])] : [];
  const header = Buffer.alloc(40);
  for (const [value, at] of [
    [40, 0],
    [2, 4],
    [4, 8],
    [palette.length, 32],
  ] as const)
    header.writeUInt32LE(value, at);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  const row = (...colors: [blue: number, red: number, alpha: number][]) => {
    const line = Buffer.alloc(((2 * bits + 31) >> 5) << 2);
    for (const [x, [blue, red, alpha]] of colors.entries()) {
      const pixel = [blue, 0, red, alpha].slice(0, bits / 8);
      if (bits <= 8)
        line[(x * bits) >> 3] =
          (line[(x * bits) >> 3] ?? 0) | ((blue ? 1 : 0) << (8 - bits - ((x * bits) & 7)));
      else line.set(pixel, (x * bits) / 8);
    }
    return line;
  };
  const rows = [row([0, 255, 0], [0, 255, 255]), row([0, 255, 255], [255, 0, 255])];
  const mask = Buffer.from([0b10000000, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([header, ...palette, ...rows, mask]);
}

function ico(...pictures: [side: number, content: Buffer][]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, [side, content]] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.set([side % 256, side % 256], at);
    head.writeUInt32LE(content.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += content.length;
  }
  return Buffer.concat([head, ...pictures.map(([, content]) => content)]);
}

test("a drawing becomes pixels, as large as its place", async () => {
  const half = '<rect width="5" height="10" fill="#f00"/><script>1</script>';
  for (const start of ["", "\ufeff", '<?xml version="1.0"?><!-- a --><!DOCTYPE svg>']) {
    const bytes = Buffer.concat([Buffer.from(start), svg(half)]);
    const logo = await pixelsOf("logo", bytes);
    expect([logo.width, logo.height, logo.file.slice(-5)]).toEqual([240, 240, ".webp"]);
    expect([logo.at(0.49, 0.5), logo.at(0.51, 0.5)]).toEqual([RED, expect.stringMatching(CLEAR)]);
    expect((await pixelsOf("favicon", bytes)).at(0.49, 0.5)).toBe(RED);
  }
  const huge = await pixelsOf("logo", svg(half, 'viewBox="0 0 10 10" width="9000" height="9000"'));
  expect([huge.width, huge.at(0.25, 0.5)]).toEqual([240, RED]);
});

test("a drawing that would take much time or memory is refused", async () => {
  const turbulent = '<feTurbulence numOctaves="9999"/><feGaussianBlur stdDeviation="50"/>';
  const layers = 500;
  const costly = [
    `<filter id="f">${turbulent.repeat(200)}</filter><rect filter="url(#f)" width="10" height="10"/>`,
    `${'<g opacity=".9"><rect width="9" height="9"/>'.repeat(layers)}${"</g>".repeat(layers)}`,
  ];
  const refused = costly.map((inner, at) =>
    expect(encodeImage("bg_image", svg(inner), `tenant ${at}`)).rejects.toThrow(AppError),
  );
  await Promise.all(refused);
  const plain = svg('<rect width="10" height="10" fill="#f00"/>');
  expect((await pixelsOf("logo", plain)).width).toBe(240);
});

test("a drawing has at most half of a small container's memory", () => {
  const cases: [mib: number, limit: number][] = [
    [0, 512],
    [384, 192],
    [512, 256],
    [1_024, 512],
    [2 ** 44, 512],
  ];
  for (const [mib, limit] of cases) expect([mib, drawingLimit(mib * MIB)]).toEqual([mib, limit]);
});

test("a drawing reads no other file and calls nobody", async () => {
  const target = await Target.http(endless);
  const file = join(tmpdir(), `drawing-${process.pid}.png`);
  writeFileSync(file, await blue());
  const place = 'width="10" height="10"';
  for (const url of [`${target.url}/a.png`, pathToFileURL(file).href, file, "/etc/passwd"]) {
    for (const inner of [
      `<image href="${url}" ${place}/>`,
      `<image xlink:href="${url}" ${place}/>`,
      `<style>@import "${url}";</style>`,
      `<use href="${url}#a"/>`,
      `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${url}" parse="text"/>`,
    ]) {
      const drawn = await pixelsOf("logo", svg(`<rect ${place} fill="#f00"/>${inner}`));
      expect([inner, drawn.at(0.5, 0.5)]).toEqual([inner, RED]);
    }
    const doctype = `<!DOCTYPE svg [<!ENTITY a SYSTEM "${url}">]>`;
    const bytes = Buffer.concat([Buffer.from(doctype), svg("<text y='10'>&a;</text>")]);
    await encodeImage("logo", bytes, "test").catch(() => null);
  }
  expect(target.asked).toEqual([]);
  await target.close();
});

test("an icon is decoded, whatever it contains, and the largest is taken", async () => {
  for (const bits of [1, 4, 8, 24, 32]) {
    const { at } = await pixelsOf("favicon", ico([2, bitmap(bits)]));
    const seen = [at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)];
    expect([bits, seen]).toEqual([bits, [RED, BLUE, expect.stringMatching(CLEAR), RED]]);
  }
  const png = await blue();
  const both = await pixelsOf("logo", ico([2, bitmap(32)], [256, png], [16, bitmap(24)]));
  expect([both.width, both.at(0.5, 0.5)]).toEqual([10, BLUE]);
});

test("a broken icon and a drawing too large or without end are refused", async () => {
  const wide = bitmap(32);
  wide.writeUInt32LE(100_000, 4);
  for (const bytes of [
    Buffer.from([0, 0, 1, 0, 0, 0]),
    Buffer.from([0, 0, 1, 0, 1, 0]),
    ico([16, bitmap(32).subarray(0, 50)]),
    ico([16, wide]),
    ico([16, Buffer.from("\x89PNG", "latin1")]),
    ico([16, svg("<g/>")]),
    svg("<g>").subarray(0, -6),
    Buffer.from("<svg"),
    Buffer.from("<!-- --><SVG/>"),
    Buffer.from("<?xml version='1.0'?><html/>"),
  ])
    await expect(encodeImage("logo", bytes, "test")).rejects.toMatchObject({ code: "invalid" });
});

test("a drawing is drawn wherever the program was started", async () => {
  const before = process.cwd();
  process.chdir(tmpdir());
  try {
    const { at } = await pixelsOf("logo", svg('<rect width="10" height="10" fill="red"/>'));
    expect(at(0.5, 0.5)).toBe(RED);
  } finally {
    process.chdir(before);
  }
});
