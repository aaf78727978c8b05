import type { NextRequest } from "next/server";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { readBytes } from "#lib/api/body.ts";
import { refusal } from "#lib/core/forms/errors.ts";
import { deletePicture } from "#lib/incidents/pictures/delete-picture.ts";
import { uploadPicture } from "#lib/incidents/pictures/upload-picture.ts";
import { AppError, invalid } from "#lib/platform/errors/errors.ts";
import { MAX_IMAGE_BYTES, MIB } from "#lib/platform/http/protocol.ts";

type Route = { params: Promise<{ subdomain: string }> };
type Open = Awaited<ReturnType<typeof openAdmin>>;

/** Answers with what the work found, or says why it was refused. */
async function answer({ ctx, t }: Open, work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work());
  } catch (error) {
    const { fields, message } = refusal(error, t, ctx.request_id);
    return Response.json({ refused: fields.image ?? message }, { status: 422 });
  }
}

async function pictureIn(request: NextRequest): Promise<Buffer> {
  return readBytes(request, MAX_IMAGE_BYTES).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    throw invalid({ image: [{ code: "large_file", values: { max: MAX_IMAGE_BYTES / MIB } }] });
  });
}

/** Takes a picture of a text that is being written. No action: the next would wait for it. */
export async function POST(request: NextRequest, { params }: Route): Promise<Response> {
  const open = await openAdmin((await params).subdomain);
  return answer(open, async () => {
    const { address } = await uploadPicture(open.ctx, open.page, await pictureIn(request));
    return { address };
  });
}

/** Deletes the picture `?file=` for everyone. */
export async function DELETE(request: NextRequest, { params }: Route): Promise<Response> {
  const open = await openAdmin((await params).subdomain);
  const file = request.nextUrl.searchParams.get("file") ?? "";
  return answer(open, async () => {
    await deletePicture(open.ctx, { ...open.page, file });
    return {};
  });
}
