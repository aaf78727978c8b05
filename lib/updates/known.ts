type Given = { id?: number | null; type?: string; description?: string; posted_at?: string };
type Posted = { id: number; type?: string; description: string; posted_at: string };

function isSame(given: Given, posted: Posted): boolean {
  if (given.id) return given.id === posted.id;
  return (
    given.description === posted.description &&
    (given.type ?? posted.type) === posted.type &&
    (given.posted_at ?? posted.posted_at) === posted.posted_at
  );
}

/**
 * Which posted update one means that came with its record: the one with its id or, without an id,
 * the one that says the same.
 */
export function knownUpdate<P extends Posted>(given: Given, posted: readonly P[]): P | undefined {
  return posted.find((candidate) => isSame(given, candidate));
}
