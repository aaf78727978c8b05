import { expect, test } from "@playwright/test";
import {
  dueNotice,
  dueReminders,
  isCurrent,
  type KnownTimer,
  needsNoSending,
  type Timer,
  timersOf,
} from "#lib/incidents/timers/rules.ts";

const at = (time: string) => `2026-11-20T${time}`;
const [DAY_BEFORE, DAY_LATER] = ["2026-11-19T10:00:00", "2026-11-21T10:00:00"];
const START = at("10:00:00");
const END = at("12:00:00");

type Incident = Parameters<typeof timersOf>[0];

const MAINTENANCE: Incident = {
  severity: "scheduled",
  starts_at: START,
  ends_at: END,
  plan: null,
  next_update_at: null,
  maintenance_notify: true,
  maintenance_notify_settings: {
    before_notice_minutes: 1_440,
    second_before_notice_minutes: 60,
    on_start: true,
    on_end: true,
  },
};

const OUTAGE: Incident = {
  severity: "major",
  starts_at: START,
  ends_at: null,
  plan: null,
  next_update_at: null,
  maintenance_notify: false,
  maintenance_notify_settings: null,
};

const timer = (kind: Timer["kind"], for_at: string, due_at = for_at): Timer => ({
  kind,
  for_at,
  due_at,
});

const NOTICES = [
  timer("first_before", START, DAY_BEFORE),
  timer("second_before", START, at("09:00:00")),
  timer("start", START),
  timer("end", END),
];

const longRunning = (time: string) => [timer("long_running", at(time))];

/** What an incident with hours between its reminders has before it at some time. */
const PLANS: [Partial<Incident>, number, string, Timer[]][] = [
  [MAINTENANCE, 0, at("08:00:00"), NOTICES],
  [{ ...MAINTENANCE, maintenance_notify: false }, 0, at("08:00:00"), []],
  [{ ...MAINTENANCE, maintenance_notify_settings: null }, 0, at("08:00:00"), []],
  [
    { ...MAINTENANCE, maintenance_notify_settings: { before_notice_minutes: 0 } },
    0,
    at("08:00:00"),
    [timer("first_before", START, at("08:00:00"))],
  ],
  [{ ...MAINTENANCE, maintenance_notify_settings: { on_end: true }, ends_at: null }, 0, START, []],
  [{ ...MAINTENANCE, plan: "called_off", next_update_at: END }, 1, at("08:00:00"), []],
  [{ ...MAINTENANCE, plan: "postponed" }, 1, at("11:00:00"), []],
  [
    { ...MAINTENANCE, plan: "postponed", next_update_at: at("13:00:00") },
    1,
    START,
    [
      timer("promise_soon", at("13:00:00"), at("12:57:00")),
      timer("promise_broken", at("13:00:00")),
    ],
  ],
  [
    { ...MAINTENANCE, ends_at: at("10:00:01") },
    0,
    START,
    [...NOTICES.slice(0, 3), timer("end", at("10:00:01"))],
  ],
  [
    { ...OUTAGE, maintenance_notify: true, maintenance_notify_settings: { on_start: true } },
    0,
    START,
    [],
  ],
  [{}, 0, START, []],
  [{}, 3, START, longRunning("13:00:00")],
  [{}, 3, at("12:59:59"), longRunning("13:00:00")],
  [{}, 3, at("13:00:00"), longRunning("16:00:00")],
  [{}, 3, at("09:00:00"), longRunning("13:00:00")],
  [{ ends_at: at("13:00:00") }, 3, START, []],
  [{ ends_at: at("13:00:01") }, 3, START, longRunning("13:00:00")],
  [{ ends_at: at("13:00:01") }, 3, at("13:00:01"), []],
  [
    { next_update_at: at("11:00:00") },
    0,
    START,
    [
      timer("promise_soon", at("11:00:00"), at("10:57:00")),
      timer("promise_broken", at("11:00:00")),
    ],
  ],
  [{ next_update_at: at("11:00:00"), ends_at: at("11:00:00") }, 0, START, []],
  [{ next_update_at: at("11:00:00"), ends_at: at("10:30:00") }, 0, at("10:40:00"), []],
];

test("what an incident announces, and of what its team is reminded", () => {
  for (const [incident, hours, now, timers] of PLANS)
    expect(
      timersOf({ ...OUTAGE, ...incident }, hours, now),
      JSON.stringify([incident, now]),
    ).toEqual(timers);
});

type Context = Parameters<typeof needsNoSending>[2];
type Update = Context["updates"][number];

const posted = (type: Update["type"], posted_at: string, notify = true) =>
  ({ type, posted_at, notify }) as Update;
const settled = (of: Timer, settled_for: string | null): KnownTimer => ({ ...of, settled_for });

const [FIRST, SECOND, STARTS, ENDS] = NOTICES as [Timer, Timer, Timer, Timer];
const MEANWHILE: Context = { updates: [], isNew: false, ends_at: END, now: at("11:00:00") };
const LATER: Partial<Context> = { now: at("13:00:00") };

/** Whether a timer that is known so needs no sending under such circumstances. */
const SKIPPED: [Timer, KnownTimer | undefined, Partial<Context>, boolean][] = [
  [STARTS, undefined, {}, false],
  [STARTS, settled(STARTS, START), {}, true],
  [STARTS, settled(STARTS, null), {}, false],
  // What took place is announced once; what is yet to come, anew.
  [timer("start", at("10:30:00")), settled(STARTS, START), {}, true],
  [timer("start", at("11:00:00")), settled(STARTS, START), {}, true],
  [timer("start", at("11:00:01")), settled(STARTS, START), {}, false],
  [timer("start", at("10:30:00")), settled(STARTS, at("11:00:01")), {}, false],
  // Extended after its end was announced, then over earlier than that.
  [timer("end", at("12:30:00")), settled(timer("end", at("13:00:00")), END), LATER, false],
  [timer("end", at("12:30:00")), { ...settled(ENDS, END), due_at: null }, LATER, true],
  [timer("first_before", at("10:30:00")), settled(FIRST, START), {}, false],
  [ENDS, undefined, {}, false],
  [ENDS, undefined, LATER, true],
  [ENDS, undefined, { now: END }, true],
  [ENDS, settled(ENDS, null), LATER, false],
  [ENDS, undefined, { ...LATER, updates: [posted("resolved", END, false)] }, false],
  [ENDS, undefined, { ...LATER, updates: [posted("resolved", END)] }, true],
  [ENDS, undefined, { ...LATER, updates: [posted("resolved", at("11:00:00"), false)] }, true],
  [ENDS, settled(ENDS, null), { ...LATER, updates: [posted("update", END)] }, false],
  // Whoever records what is over tells nobody.
  [STARTS, undefined, { ...LATER, isNew: true }, true],
  [STARTS, undefined, { now: END, isNew: true }, true],
  [STARTS, undefined, { now: at("11:59:59"), isNew: true }, false],
  [STARTS, undefined, { isNew: true, ends_at: null }, false],
  // An update that subscribers hear of says the same.
  [STARTS, undefined, { updates: [posted("started", START)] }, true],
  [STARTS, undefined, { updates: [posted("essential", START)] }, true],
  [STARTS, undefined, { updates: [posted("started", START, false)] }, false],
  [STARTS, undefined, { updates: [posted("started", at("10:00:01"))] }, false],
  [STARTS, undefined, { updates: [posted("resolved", START)] }, false],
  [SECOND, undefined, { isNew: true, updates: [posted("scheduled", START)] }, true],
  [SECOND, undefined, { isNew: true, updates: [posted("scheduled", START, false)] }, false],
  [SECOND, undefined, { updates: [posted("scheduled", START)] }, false],
  [
    SECOND,
    undefined,
    { isNew: true, now: at("08:59:59"), updates: [posted("scheduled", START)] },
    false,
  ],
  [
    timer("promise_soon", START),
    undefined,
    { isNew: true, updates: [posted("scheduled", START)] },
    false,
  ],
];

test("what was sent, comes too late or is said by an update is not sent", () => {
  for (const [one, known, context, skipped] of SKIPPED)
    expect(
      needsNoSending(one, known, { ...MEANWHILE, ...context }),
      JSON.stringify([one, known, context]),
    ).toBe(skipped);
});

const BEFORE = { kind: "before", for_at: START };
const STARTED = { kind: "start", for_at: START };
const ENDED = { kind: "end", for_at: END };

test("of all notices that are due the one that still says something is sent", () => {
  const rows: [Timer[], string, object | null][] = [
    [NOTICES, at("09:59:59"), BEFORE],
    [[SECOND], at("09:59:59"), BEFORE],
    [[STARTS, ENDS], at("09:59:59"), null],
    [NOTICES, START, STARTED],
    [NOTICES, at("11:59:59"), STARTED],
    [[FIRST, ENDS], at("11:59:59"), null],
    [NOTICES, END, ENDED],
    [NOTICES, "2026-11-21T11:59:59", ENDED],
    [NOTICES, "2026-11-21T12:00:00", null],
    [[FIRST, STARTS], END, null],
  ];
  for (const [due, now, notice] of rows) {
    expect(dueNotice(due, MAINTENANCE, now), now).toEqual(notice);
    for (const plan of ["called_off", "postponed"] as const)
      expect(dueNotice(due, { ...MAINTENANCE, plan }, now), `${plan} ${now}`).toBeNull();
  }
});

test("a notice is sent while the maintenance is still as it says", () => {
  const rows: [object, Partial<Incident>, string, boolean][] = [
    [BEFORE, {}, at("09:59:59"), true],
    [BEFORE, {}, START, false],
    [BEFORE, { starts_at: at("10:30:00") }, at("09:00:00"), false],
    [STARTED, {}, START, true],
    [STARTED, {}, at("09:59:59"), false],
    [STARTED, {}, END, false],
    [STARTED, { starts_at: at("10:30:00") }, at("11:00:00"), false],
    [ENDED, {}, END, true],
    [ENDED, {}, at("11:59:59"), false],
    [ENDED, { ends_at: at("11:30:00") }, END, false],
    [ENDED, { maintenance_notify: false }, END, false],
    [BEFORE, { plan: "postponed" }, at("09:59:59"), false],
    [STARTED, { plan: "postponed" }, START, false],
    [ENDED, { plan: "called_off" }, END, false],
    [ENDED, { severity: "major" }, END, false],
  ];
  for (const [notice, fields, now, current] of rows)
    expect(
      isCurrent(notice as Parameters<typeof isCurrent>[0], { ...MAINTENANCE, ...fields }, now),
      JSON.stringify([notice, fields, now]),
    ).toBe(current);
});

test("the team is reminded of what is open, of a promise until it is due, of the rest for a day", () => {
  const soon = timer("promise_soon", DAY_LATER);
  const broken = timer("promise_broken", START);
  const long = timer("long_running", START);
  const rows: [Timer[], string | null, string, Timer[]][] = [
    [[soon, broken, long, STARTS], null, "2026-11-21T09:59:59", [soon, broken, long]],
    [[soon, broken, long, STARTS], null, DAY_LATER, []],
    [[soon, broken, long], at("10:30:00"), at("10:29:59"), [soon, broken, long]],
    [[soon, broken, long], at("10:30:00"), at("10:30:00"), []],
  ];
  for (const [due, ends_at, now, reminders] of rows)
    expect(dueReminders(due, { starts_at: START, ends_at, plan: null }, now), now).toEqual(
      reminders,
    );
});
