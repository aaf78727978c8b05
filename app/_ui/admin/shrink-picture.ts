import { MAX_IMAGE_BYTES, MAX_PICTURE_SIZE } from "#lib/platform/http/protocol.ts";

const QUALITY = 0.9;

/**
 * Photographs of phones are larger than an upload may be.
 * @returns null: the browser cannot read it
 */
export async function shrunkPicture(file: File): Promise<Blob | null> {
  if (file.size <= MAX_IMAGE_BYTES) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = MAX_PICTURE_SIZE;
  const scale = Math.min(1, width / bitmap.width, height / bitmap.height);
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
