export const HOUR_MS = 3_600_000;

export function hoursAway(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 19);
}
