import { SKEW_S } from "#lib/core/fields/time.ts";
import { secondsBetween } from "#lib/platform/clock.ts";

type Given = { id?: number | null; type?: string; description?: string; posted_at?: string };
type Posted = {
  id: number;
  type?: string;
  description: string;
  posted_at: string;
  inserted_at?: string;
};

function isSameTime(given: string, { posted_at, inserted_at }: Posted): boolean {
  if (given === posted_at) return true;
  // A fast clock's time was ahead when it came in, and stored as that moment.
  const wasAhead = inserted_at !== undefined && given >= inserted_at;
  return wasAhead && secondsBetween(posted_at, given) <= SKEW_S;
}

function isSame(given: Given, posted: Posted): boolean {
  if (given.id) return given.id === posted.id;
  return (
    given.description === posted.description &&
    (given.type ?? posted.type) === posted.type &&
    isSameTime(given.posted_at ?? posted.posted_at, posted)
  );
}

/**
 * Which posted update one means that came with its record: the one with its id or, without an id,
 * the one that says the same.
 */
export function knownUpdate<P extends Posted>(given: Given, posted: readonly P[]): P | undefined {
  return posted.find((candidate) => isSame(given, candidate));
}
