/** The rules that the form has words for, and how each begins on a day. */
export const CHOICES = [
  "",
  "daily",
  "weekly",
  "biweekly",
  "monthly_day",
  "monthly_week",
  "monthly_last",
  "yearly",
  "own",
] as const;
export type Choice = (typeof CHOICES)[number];

const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const A_WEEK = 7;

/** The rule of a choice for what begins on a day, `2026-11-22`; null: there is none on that day. */
export function ruleOf(choice: Choice, day: string): string | null {
  const date = new Date(`${day.slice(0, "2026-11-22".length)}T12:00:00Z`);
  const name = DAYS[date.getUTCDay()] ?? "SU";
  const dayOfMonth = date.getUTCDate();
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
  const week = Math.ceil(dayOfMonth / A_WEEK);
  const isLast = dayOfMonth > daysInMonth.getUTCDate() - A_WEEK;
  const rules: Record<Exclude<Choice, "own" | "">, string | null> = {
    daily: "FREQ=DAILY",
    weekly: `FREQ=WEEKLY;BYDAY=${name}`,
    biweekly: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${name}`,
    monthly_day: `FREQ=MONTHLY;BYMONTHDAY=${dayOfMonth}`,
    monthly_week: week > 4 ? null : `FREQ=MONTHLY;BYDAY=${week}${name}`,
    monthly_last: isLast ? `FREQ=MONTHLY;BYDAY=-1${name}` : null,
    yearly: "FREQ=YEARLY",
  };
  return choice === "" || choice === "own" ? null : rules[choice];
}

// Not every day is one of these.
const BY_WEEK: readonly Choice[] = ["monthly_week", "monthly_last"];

/** The choices for what begins on a day; before one is chosen, those that every day has. */
export function choicesOn(day: string): Choice[] {
  return CHOICES.filter((choice) => {
    if (choice === "" || choice === "own") return true;
    return day === "" ? !BY_WEEK.includes(choice) : ruleOf(choice, day) !== null;
  });
}

/** As the fields of the form have it. */
export type Recurrence = {
  repeat: Choice;
  rule: string;
  ends: "never" | "on" | "after";
  until: string;
  count: string;
};

export function recurrenceOf(rule: string | null, day: string): Recurrence {
  const parts = (rule ?? "").split(";").filter(Boolean);
  const value = (name: string) =>
    parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  const bare = parts.filter((part) => !/^(COUNT|UNTIL)=/.test(part)).join(";");
  const known = CHOICES.find((choice) => day !== "" && ruleOf(choice, day) === bare);
  const until = value("UNTIL").replace(/^(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3");
  const count = value("COUNT");
  const byDay = until ? "on" : "never";
  const ends = count ? "after" : byDay;
  return { repeat: rule ? (known ?? "own") : "", rule: bare, ends, until, count };
}

/** No rule; the schema refuses it at its field. */
const NO_RULE = "?";

/** The rule that was chosen; null: it is not to repeat. */
export function chosenRule(chosen: Recurrence, startsAt: string): string | null {
  const { repeat, ends, until, count } = chosen;
  if (repeat === "") return null;
  const rule = repeat === "own" ? chosen.rule.trim() : startsAt && ruleOf(repeat, startsAt);
  if (!rule) return NO_RULE;
  if (ends === "on" && until) return `${rule};UNTIL=${until.replaceAll("-", "")}`;
  if (ends === "after" && count) return `${rule};COUNT=${count}`;
  return rule;
}
