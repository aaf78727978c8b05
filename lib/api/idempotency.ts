import { createHash } from "node:crypto";
import { json } from "#lib/api/errors.ts";
import { findAnswer, insertAnswer } from "#lib/api/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { AppError, invalid } from "#lib/platform/errors/errors.ts";

const MAX_KEY = 255;

type Answering = {
  request: Request;
  body: unknown;
  status: number;
  shape: (result: unknown) => string;
};

function apiKeyOf(ctx: Context): number | null {
  return "api_key_id" in ctx.actor ? ctx.actor.api_key_id : null;
}

async function replay(
  ctx: Context,
  apiKeyId: number,
  key: string,
  request_hash: Buffer,
): Promise<Response | null> {
  const saved = await findAnswer(ctx.db, apiKeyId, key);
  if (!saved) return null;
  if (!saved.request_hash.equals(request_hash))
    throw invalid({ base: [{ code: "idempotency_key_reused" }] });
  const body = unsealIfOurs(saved.body);
  if (body === null)
    throw new AppError(
      "conflict",
      "This request was done before, but its answer was encrypted under an APP_SECRET that is lost",
    );
  return json(saved.status, JSON.parse(body), { "idempotent-replayed": "true" });
}

/**
 * Answers a POST once per `Idempotency-Key`. The answer is saved for 24 h in the transaction of the
 * work, so a retry gets it even after a crash or beside the first request.
 * @throws {AppError} `invalid` when the key came with another body; `conflict` when the saved
 * answer cannot be decrypted
 */
export async function answerOnce(
  ctx: Context,
  { request, body, status, shape }: Answering,
  work: (ctx: Context) => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get("idempotency-key");
  const apiKeyId = apiKeyOf(ctx);
  if (!key || apiKeyId === null) return work(ctx);
  if (key.length > MAX_KEY)
    throw new AppError("bad_request", `Idempotency-Key may have at most ${MAX_KEY} characters`);
  const { pathname } = new URL(request.url);
  const request_hash = createHash("sha256")
    .update(`${pathname}\n${JSON.stringify(body)}`)
    .digest();
  const replayed = await replay(ctx, apiKeyId, key, request_hash);
  if (replayed) return replayed;
  try {
    return await work({
      ...ctx,
      before_commit: (trx, result) =>
        insertAnswer(trx, apiKeyId, key, { request_hash, status, body: seal(shape(result)) }),
    });
  } catch (error) {
    // The first request took the key, or a unique name or address.
    const first = await replay(ctx, apiKeyId, key, request_hash);
    if (first) return first;
    throw error;
  }
}
