import { judge, record, replay } from "#tests/support/data/flapping-year.ts";
import { say, verdict } from "./print.ts";

const SERVICES = 20;
const DAYS = 365;
const GOAL_S = 105;

/** A recorded year of services that flap: what automation makes of it. */
export async function measureMonitoringYear(): Promise<void> {
  const all = Array.from({ length: SERVICES }, (_, seed) => {
    const recording = record(seed + 1, DAYS);
    return judge(recording, replay(recording));
  });
  const total = (of: (one: (typeof all)[number]) => number) =>
    all.reduce((sum, one) => sum + of(one), 0);
  const [real, found] = [total((one) => one.real), total((one) => one.found)];
  const false_alarms = total((one) => one.false_alarms);
  const slowest = Math.max(...all.map(({ slowest_s }) => slowest_s));
  say("monitoring-year", `${SERVICES} services checked each minute of ${DAYS} days`);
  verdict([
    { what: `${found} of ${real} real outages have one incident; goal all`, met: found === real },
    { what: `${false_alarms} incidents of anything else; goal 0`, met: false_alarms === 0 },
    {
      what: `the latest after ${slowest.toFixed(0)} s; goal ≤ ${GOAL_S} s`,
      met: slowest <= GOAL_S,
    },
  ]);
}
