const ICO = Buffer.from([0, 0, 1, 0]);
const PNG = Buffer.from("\x89PNG", "latin1");
const ENTRY_BYTES = 16;
const MAX_ENTRIES = 64;
const MAX_SIDE = 256;
const UNCOMPRESSED = [0, 3];

type Icon = { file: Buffer } | { pixels: Buffer; width: number; height: number };

/** Bytes of a row of pixels, which is padded to 32 bits. */
const strideOf = (width: number, bits: number) => ((width * bits + 31) >> 5) << 2;

/** Bits of a row, most significant first. */
function bitsAt(bytes: Buffer, row: number, x: number, bits: number): number {
  const at = x * bits;
  return (bytes.readUInt8(row + (at >> 3)) >> (8 - bits - (at & 7))) & ((1 << bits) - 1);
}

/**
 * A bitmap of Windows as RGBA: rows from the bottom, blue first, then a mask of what is clear.
 * @throws {RangeError} beyond the end of the bytes
 */
function bitmap(bytes: Buffer): Icon {
  const header = bytes.readUInt32LE(0);
  const [width, height] = [bytes.readInt32LE(4), bytes.readInt32LE(8) / 2];
  const [bits, compression] = [bytes.readUInt16LE(14), bytes.readUInt32LE(16)];
  const isKnown = [1, 4, 8, 24, 32].includes(bits) && UNCOMPRESSED.includes(compression);
  const isSized = [width, height].every((side) => side >= 1 && side <= MAX_SIDE);
  if (!isKnown || !isSized || height % 1 !== 0) throw new RangeError("No such bitmap");
  const palette = header + (compression === 3 && header === 40 ? 12 : 0);
  const colors = bits > 8 ? 0 : bytes.readUInt32LE(32) || 1 << bits;
  const start = palette + 4 * colors;
  const stride = strideOf(width, bits);
  const mask = start + stride * height;
  const pixels = Buffer.alloc(width * height * 4);
  let hasAlpha = false;
  for (let y = 0; y < height; y += 1) {
    const row = start + stride * (height - 1 - y);
    for (let x = 0; x < width; x += 1) {
      const isIndexed = bits <= 8;
      const from = isIndexed ? palette + 4 * bitsAt(bytes, row, x, bits) : row + (x * bits) / 8;
      const alpha = bits === 32 ? bytes.readUInt8(from + 3) : 0;
      hasAlpha ||= alpha > 0;
      const rgba = [2, 1, 0].map((channel) => bytes.readUInt8(from + channel));
      pixels.set([...rgba, alpha], (y * width + x) * 4);
    }
  }
  if (!hasAlpha) clear(pixels, { bytes, mask, width, height });
  return { pixels, width, height };
}

type Mask = { bytes: Buffer; mask: number; width: number; height: number };

function clear(pixels: Buffer, { bytes, mask, width, height }: Mask): void {
  const stride = strideOf(width, 1);
  const isMasked = bytes.length >= mask + stride * height;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isClear = isMasked && bitsAt(bytes, mask + stride * (height - 1 - y), x, 1) === 1;
      pixels[(y * width + x) * 4 + 3] = isClear ? 0 : 255;
    }
}

/**
 * The largest picture of an ICO file, a PNG or a bitmap.
 * @returns null when it is no ICO @throws {RangeError} when it is broken
 */
export function largestIcon(file: Buffer): Icon | null {
  if (!file.subarray(0, 4).equals(ICO)) return null;
  const count = Math.min(file.readUInt16LE(4), MAX_ENTRIES);
  const entries = Array.from({ length: count }, (_, index) => {
    const at = 6 + index * ENTRY_BYTES;
    // 0 says 256.
    const side = file.readUInt8(at) || 256;
    const [bits, size] = [file.readUInt16LE(at + 6), file.readUInt32LE(at + 8)];
    return { side, bits, size, offset: file.readUInt32LE(at + 12) };
  });
  const [largest] = entries.toSorted((a, b) => b.side - a.side || b.bits - a.bits);
  if (!largest) throw new RangeError("No icon");
  const content = file.subarray(largest.offset, largest.offset + largest.size);
  return content.subarray(0, 4).equals(PNG) ? { file: content } : bitmap(content);
}
