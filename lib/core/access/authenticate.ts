import type { Db } from "#db/index.ts";
import { findKey, touchKey } from "#lib/core/access/tokens.queries.ts";
import { hashToken, tokenFrom } from "#lib/core/access/tokens.ts";
import type { Actor } from "#lib/core/request/context.ts";
import { acceptKey } from "#lib/core/request/request-scope.ts";
import { now, wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

const TOUCH_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const touched = oncePerProcess("touched-keys", () => new Map<number, number>());

function noteUse(db: Db, keyId: number): void {
  const time = now().getTime();
  if (time - (touched.get(keyId) ?? 0) < TOUCH_EVERY_MS) return;
  if (touched.size > MAX_REMEMBERED) touched.clear();
  touched.set(keyId, time);
  touchKey(db, keyId).catch(() => touched.delete(keyId));
}

/** Accepts the key with or without `Bearer`. @throws {AppError} `unauthorized` */
export async function authenticate(db: Db, authorization: string | null): Promise<Actor> {
  const token = tokenFrom(authorization);
  if (!token) return { kind: "visitor" };
  const key = await findKey(db, hashToken(token));
  if (!key) throw new AppError("unauthorized", "Unknown key");
  const { expires_at, status_page_id, permissions } = key;
  if (expires_at !== null && expires_at <= wireNow())
    throw new AppError("unauthorized", "This key has expired");
  acceptKey(key.user_id === null ? `${key.organization_id}` : `user-${key.user_id}`);
  noteUse(db, key.id);
  if (key.user_id !== null) return { kind: "user", user_id: key.user_id, api_key_id: key.id };
  if (key.organization_id === null || key.role === null)
    throw new AppError("unauthorized", "Unknown key");
  return {
    kind: "organization_key",
    organization_id: key.organization_id,
    api_key_id: key.id,
    role: key.role,
    status_page_id,
    permissions,
  };
}
