import { expect, test } from "@playwright/test";
import { delayAfter_s } from "#lib/core/outbox/messages.ts";
import { type Letter, type Letterhead, renderLetter } from "#lib/platform/mail/letter.ts";
import { fill } from "#lib/platform/mail/liquid.ts";
import {
  asksForLess,
  blameFor,
  blameIn,
  type MailError,
  refusesUs,
  verdictOn,
} from "#lib/platform/mail/verdict.ts";

const COLORS = {
  ground: "#ffffff",
  text: "#111111",
  muted: "#555555",
  line: "#dddddd",
  link: "#0b6c93",
  header: "#ffffff",
  header_text: "#111111",
};

function head(templates: Partial<Letterhead["templates"]> = {}): Letterhead {
  return {
    page: { name: "Ada & <Sons>", url: "https://ada.status.example" },
    lang: "en",
    dir: "ltr",
    light: COLORS,
    dark: { ...COLORS, ground: "#12161b" },
    templates: { layout: null, letter: null, ...templates },
  };
}

const LINK = "https://ada.status.example/subscribe/confirm/t0ken?lang=en&x=1";
const LETTER: Letter = {
  subject: "Confirm",
  heading: "Confirm your subscription",
  paragraphs: ["To <ada@example.com>"],
  button: { label: "Confirm", url: LINK },
  notes: ["Or do nothing."],
  variables: { subscriber: { email: "ada@example.com" }, confirm_url: LINK },
};

test("a refusal of the recipient or the content is for good, anything else is tried again", () => {
  const outcomes = [
    [{ code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 5.1.1 unknown" }],
    [{ code: "EMESSAGE", command: "DATA", responseCode: 554, response: "554 5.7.1 spam" }],
    [{ code: "EENVELOPE", command: "RCPT TO", responseCode: 552, response: "552 5.2.2 full" }],
    [
      {
        code: "EENVELOPE",
        command: "RCPT TO",
        responseCode: 450,
        response: "450 4.7.1 greylisted",
      },
    ],
    [{ code: "EENVELOPE", command: "MAIL FROM", responseCode: 550, response: "550 sender" }],
    [{ code: "EAUTH", command: "AUTH PLAIN", responseCode: 535, response: "535 5.7.8" }],
    [{ code: "ECONNECTION", command: "CONN" }],
    [{ code: "EDNS" }],
    [{}],
  ].map(([error = {}]) => verdictOn(error, "ada@example.com").outcome);
  expect(outcomes).toEqual([
    "never_again",
    "never_again",
    ...Array.from({ length: 7 }, () => "try_again"),
  ]);
});

test("only what a server says about the address itself is held against it", () => {
  const blame = (command: string, response: string) => blameFor({ command, response });
  for (const text of [
    "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in local recipient table",
    "550-5.1.1 The email account that you tried to reach does not exist.",
    "550 #5.1.0 Address rejected: no such user",
    "550 No such user here",
    "550 <sender@example.com>: user unknown",
    "550 Unrouteable address",
    "553 5.1.3 bad syntax",
    "556 5.1.10 null MX",
    "550 5.2.1 disabled",
    "550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT031.eop-EUR02]",
    "550 5.5.0 Requested action not taken: mailbox unavailable",
    "550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.example/en/case?c=r0103&i=ip",
    "554 delivery error: This user doesn't have a yahoo.com account",
    "550 5.3.0 <ada@example.com>... No such user here",
  ])
    expect(blame("RCPT TO", text), text).toBe("address");
  for (const text of [
    "550 relay not permitted",
    "504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname",
    "530 5.7.0 Authentication required",
    "550 5.4.5 Daily user sending limit exceeded",
    "554 5.7.1 <ada@example.com>: Relay access denied",
    "554 5.7.1 Service unavailable; Client host [5.1.1.7] blocked using zen.spamhaus.org",
    "550 5.1.0 <status@example.com>: Sender address rejected: User unknown",
    "550 5.7.1 Message refused as spam",
    "550 Administrative prohibition",
    "550 5.1.8 Bad sender's system address",
    "550-5.2.1 The user you are trying to contact is receiving email at a rate that prevents additional messages from being delivered",
    "554 Your account is disabled",
  ])
    for (const command of ["MAIL FROM", "RCPT TO"])
      expect(["us", "unknown", "content"], text).toContain(blame(command, text));
  expect(blame("DATA", "554 5.7.1 looks like spam")).toBe("content");
  expect(blame("RCPT TO", "554 5.7.1 looks like spam")).toBe("us");
  expect(blame("MAIL FROM", "552 5.3.4 message size exceeds limit")).toBe("content");
  expect(blame("DATA", "550 5.7.28 unusual rate of unsolicited mail from your IP")).toBe("us");
  expect(blame("MAIL FROM", "550 5.1.1 user unknown")).toBe("us");
  const reputation =
    "550-5.7.1 Our system has detected that this message is likely unsolicited mail.";
  expect(blame("DATA", reputation)).toBe("us");
});

test("of temporary refusals only those about us ask for less", () => {
  const asks = (command: string, response: string) =>
    asksForLess({ command, response, responseCode: Number(response.slice(0, 3)) });
  for (const text of [
    "450 4.1.2 Domain not found",
    "450 4.7.1 Greylisted, come back in 300 seconds",
    "451 4.7.1 Please try again later",
    "450 4.2.1 The user is receiving mail at a rate that is too much",
    "452 4.2.2 mailbox over quota, too many messages",
    "451 4.3.0 Temporary lookup failure",
  ])
    expect(asks("RCPT TO", text), text).toBe(false);
  for (const text of [
    "421 try later",
    "450 4.7.0 rate",
    "451 4.4.2 bad connection",
    "452 4.3.1 Insufficient system storage",
    "450 4.3.2 shutting down",
    "450 4.7.1 Error: too much mail from 192.0.2.1",
    "450 4.1.8 Sender address rejected: Domain not found",
  ])
    expect(asks("RCPT TO", text), text).toBe(true);
  expect(asks("MAIL FROM", "450 4.7.1 not now")).toBe(true);
  expect(asks("DATA", "450 4.2.1 not now")).toBe(false);
  expect(asks("X-RCPT TO", "450 4.2.1 not now")).toBe(true);
  expect(asksForLess({})).toBe(true);
  expect(asksForLess({ command: "RCPT TO" })).toBe(false);
});

const BLAMED: [text: string, blame: ReturnType<typeof blameIn>][] = [
  ["550 nope", "unknown"],
  ["550 5.1.0 nope", "unknown"],
  ["550 5.7.1 nope", "us"],
  ["554 5.6.0 bad headers", "content"],
  ["550 5.1.1.9 nope", "unknown"],
  ["550 15.1.1 nope", "unknown"],
  ["550 mailbox is full", "full_mailbox"],
  ["550 over quota", "full_mailbox"],
  ["550 quota exceeded", "us"],
  ["550 5.7.1 account disabled", "us"],
  ["550 5.5.0 account disabled", "address"],
  ["550 account disabled", "address"],
  ["550 unsolicited", "content"],
  ["550 5.2.2 your account is full", "full_mailbox"],
  ["550 5.1.1 your account sends too much", "us"],
  ["550 spam@example.com https://virus.example", "unknown"],
];

test("what a refusal is about is read from its code, then from its words", () => {
  for (const [text, blame] of BLAMED) expect(blameIn(text), text).toBe(blame);
  expect(blameFor({ command: "RCPT TO:<a@b.example>", response: "550 5.1.1 no" })).toBe("address");
  expect(blameFor({ command: "DATA (end)", response: "550 unsolicited" })).toBe("content");
  expect(blameFor({ response: "550 5.1.1 no" })).toBe("us");
});

const VERDICTS: [error: MailError, outcome: object][] = [
  [{}, { outcome: "try_again", reason: "unknown", trouble: "unknown" }],
  [{ code: "EDNS" }, { outcome: "try_again", reason: "EDNS", trouble: "EDNS" }],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 5.1.1 unknown" },
    { outcome: "never_again", reason: "EENVELOPE RCPT TO 550" },
  ],
  [
    { command: "DATA", responseCode: 554, response: "554 5.6.0 virus" },
    { outcome: "never_again", reason: "DATA 554" },
  ],
  [
    { command: "RCPT TO", responseCode: 552, response: "552 5.2.2 full" },
    { outcome: "try_again", reason: "RCPT TO 552" },
  ],
  [
    { command: "RCPT TO", responseCode: 550, response: "550 ada@example.com: relay denied" },
    { outcome: "try_again", reason: "RCPT TO 550", trouble: "550 …: relay denied" },
  ],
  [
    { command: "RCPT TO", responseCode: 499, response: "4.2.1 5.1.1 busy" },
    { outcome: "try_again", reason: "RCPT TO 499" },
  ],
  [
    { command: "RCPT TO", responseCode: 400, response: "greylisted" },
    { outcome: "try_again", reason: "RCPT TO 400" },
  ],
  [
    { command: "DATA", responseCode: 500, response: "500 5.6.0 virus" },
    { outcome: "never_again", reason: "DATA 500" },
  ],
  [
    { command: "RCPT TO", responseCode: 500, response: "500 4.2.1 later" },
    { outcome: "try_again", reason: "RCPT TO 500", trouble: "500 4.2.1 later" },
  ],
  [
    { command: "RCPT TO", responseCode: 399, response: "greylisted" },
    { outcome: "try_again", reason: "RCPT TO 399", trouble: "greylisted" },
  ],
  [
    { command: "RCPT TO", responseCode: 450, response: "450 4.7.25 no name" },
    { outcome: "try_again", reason: "RCPT TO 450", trouble: "450 4.7.25 no name" },
  ],
  [
    { command: "RCPT TO", responseCode: 450, response: "450 4.3.2 busy" },
    { outcome: "try_again", reason: "RCPT TO 450", trouble: "450 4.3.2 busy" },
  ],
];

test("operators read why no mail leaves, without the address; what is about a reader stays quiet", () => {
  for (const [error, outcome] of VERDICTS)
    expect(verdictOn(error, "ada@example.com"), JSON.stringify(error)).toEqual(outcome);
});

test("a temporary refusal of us is no reader's fault, greylisting is", () => {
  const refuses = (response: string) =>
    refusesUs({ command: "RCPT TO", response, responseCode: Number(response.slice(0, 3)) });
  for (const text of [
    "454 4.7.1 <ada@example.com>: Relay access denied",
    "450 4.7.25 Client host rejected: cannot find your hostname",
    "451 4.7.23 no reverse name",
    "450 4.7.1 Client host blocked: listed",
  ])
    expect(refuses(text), text).toBe(true);
  for (const text of [
    "450 4.7.1 Client host rejected: Greylisted",
    "451 4.7.1 Please try again later",
    "450 4.1.2 Domain not found",
    "450 4.2.1 over quota",
    "550 5.7.1 Relay access denied",
    "399 4.7.25 no name",
    "500 4.7.25 no name",
    "450 4.7.1 <a@network.example>: not now, see https://ip.example/limits",
  ])
    expect(refuses(text), text).toBe(false);
  expect(refuses("400 4.7.25 no name")).toBe(true);
  expect(refuses("499 4.7.25 no name")).toBe(true);
  expect(refusesUs({})).toBe(false);
});

test("pauses between attempts grow from half a minute to six hours", () => {
  const pauses = Array.from({ length: 12 }, (_, index) => delayAfter_s(index + 1, 0));
  expect(pauses[0]).toBe(30);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(6 * 3_600);
  expect(delayAfter_s(1, 0.999)).toBe(33);
});

test("a mail says the same in plain text and in HTML, in which nothing of it is markup", () => {
  const { text, html } = renderLetter(head(), LETTER);
  expect(text).toContain(`Confirm your subscription\n\nTo <ada@example.com>\n\nConfirm:\n${LINK}`);
  expect(html).toContain("To &lt;ada@example.com&gt;");
  expect(html).toContain("Ada &amp; &lt;Sons&gt;");
  expect(html).toContain(`href="${LINK.replace("&", "&amp;")}"`);
  expect(html).toContain("prefers-color-scheme: dark");
});

test("on a dark screen the header is dark, with the logo for it; without one it stays light", () => {
  const dark = /@media \(prefers-color-scheme: dark\)[\s\S]*?\.ground \.head \{/;
  const url = "https://ada.example/logo.webp";
  const dark_url = "https://ada.example/dark.webp";
  expect(renderLetter(head(), LETTER).html).toMatch(dark);
  expect(renderLetter({ ...head(), logo: { url, dark_url: null } }, LETTER).html).not.toMatch(dark);
  const both = renderLetter({ ...head(), logo: { url, dark_url } }, LETTER).html;
  expect(both).toMatch(dark);
  expect(both).toContain(`<img class="logo-dark" src="${dark_url}"`);
});

test("an operator's templates take the place of ours", () => {
  const templates = {
    layout: "<main>{{ content | raw }}</main>",
    letter: '<a href="{{ confirm_url }}">{{ subscriber.email }}, {{ page.name }}</a>',
  };
  const { html, text } = renderLetter(head(templates), LETTER);
  const url = LINK.replace("&", "&amp;");
  const name = "Ada &amp; &lt;Sons&gt;";
  expect(html).toBe(`<main><a href="${url}">ada@example.com, ${name}</a></main>`);
  expect(text).toContain(LINK);
});

test("a template that fails is passed over, and told with its line", () => {
  const ours = renderLetter(head(), LETTER).html;
  const failures: object[] = [];
  for (const letter of ["{% if %}", "\n\n{{ 'x' | nosuchfilter }}", "{% include 'x' %}"]) {
    const { html } = renderLetter(head({ letter }), LETTER, (failure) => failures.push(failure));
    expect(html).toBe(ours);
  }
  expect(failures).toEqual([
    { template: "letter", line: 1, problem: expect.stringContaining("invalid value") },
    { template: "letter", line: 3, problem: "undefined filter: nosuchfilter" },
    { template: "letter", line: 1, problem: 'tag "include" not found' },
  ]);
});

test("what a reader cannot do without stands below a template that leaves it out", () => {
  const needed = [{ label: "Leave <us>", url: LINK }];
  const link = `<a href="${LINK.replace("&", "&amp;")}"`;
  const layout = "<body>{{ content }}</body><!-- end -->";
  const { html } = renderLetter(head({ layout, letter: "None." }), { ...LETTER, needed });
  expect(html).toMatch(
    /^<body>None\.<p [^>]*><a .*Leave &lt;us&gt;<\/a><\/p><\/body><!-- end -->$/,
  );
  expect(html).toContain(link);
  const own = renderLetter(head({ layout, letter: `{{ confirm_url }}` }), { ...LETTER, needed });
  expect(own.html).not.toContain("<a ");
  const none = renderLetter(head({ layout: "<body>Frame</body>", letter: "Letter" }), LETTER);
  expect(none.html).toBe("<body>FrameLetter</body>");
});

test("a template reaches no file, no prototype, and costs no more than it may", () => {
  expect(() => fill("{% include '/etc/passwd' %}", {})).toThrow();
  expect(() => fill("{% render '../package.json' %}", {})).toThrow();
  expect(fill("{{ page.constructor }}{{ page.toString }}{{ page.__proto__ }}", { page: {} })).toBe(
    "",
  );
  const loops = "{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}";
  expect(() => fill(loops, {})).toThrow(/limit/);
  expect(() => fill("x".repeat(300_000), {})).toThrow(/limit/);
});
