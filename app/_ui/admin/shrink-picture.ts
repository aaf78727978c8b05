import { MAX_IMAGE_BYTES } from "#lib/platform/http/protocol.ts";

// As large as the server keeps it.
const BOUNDS = { width: 1_600, height: 2_000 };
const QUALITY = 0.9;

/**
 * Photographs of phones are larger than an upload may be.
 * @returns null: the browser cannot read it
 */
export async function shrunkPicture(file: File): Promise<Blob | null> {
  if (file.size <= MAX_IMAGE_BYTES) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, BOUNDS.width / bitmap.width, BOUNDS.height / bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}
