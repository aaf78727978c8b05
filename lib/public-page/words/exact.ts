const HOUR = 3_600;
const MINUTE = 60;

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** `1:12:30`: hours, minutes and seconds, for sums that have to add up. */
export function exactDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, rest] = [Math.floor(whole / HOUR), whole % HOUR];
  return `${hours}:${two(Math.floor(rest / MINUTE))}:${two(rest % MINUTE)}`;
}
