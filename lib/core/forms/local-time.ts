const DAY_MS = 86_400_000;

// Browsers run this, too, and not all of them have Temporal.
function clockAt(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("sv", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return Date.parse(`${format.format(ms).replace(" ", "T")}Z`);
}

/**
 * The moments (wire times) that a time of a zone's clocks means: two for an hour that comes twice,
 * none for one that is skipped.
 * @param local `2026-11-20T14:02`, perhaps with seconds
 * @returns null when it is no time, or the zone is unknown
 */
export function momentsOf(local: string, time_zone: string): string[] | null {
  const clock = Date.parse(`${local}Z`);
  if (Number.isNaN(clock) || !new Date(clock).toISOString().startsWith(local)) return null;
  try {
    const around = [clock - DAY_MS, clock + DAY_MS];
    const offsets = around.map((ms) => clockAt(ms, time_zone) - ms);
    const moments = [...new Set(offsets)].map((offset) => clock - offset);
    return moments
      .filter((ms) => clockAt(ms, time_zone) === clock)
      .map((ms) => new Date(ms).toISOString().slice(0, 19))
      .toSorted();
  } catch {
    return null;
  }
}
