import { expect, test } from "@playwright/test";
import { delayAfter_s } from "#lib/core/outbox/messages.ts";
import { type Letter, type Letterhead, renderLetter } from "#lib/platform/mail/letter.ts";
import { fill } from "#lib/platform/mail/liquid.ts";

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

const NEWS = {
  state: {
    label: "Down",
    light: { ground: "#fff", text: "#000" },
    dark: { ground: "#000", text: "#fff" },
  },
  rows: [],
  said: { html: "<p>We look.</p>", text: "We look." },
  links: [{ label: "Leave", url: "https://x" }],
};

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

test("a button has its padding on the cell, and labels are not broken", () => {
  const { html } = renderLetter(head(), { ...LETTER, news: NEWS });
  const [cell = "", link = ""] = html.match(/<(td|a) class="button"[^>]*>/g) ?? [];
  expect(cell).toContain('bgcolor="#0b6c93"');
  expect(cell).toContain("mso-padding-alt:12px 20px");
  expect(link).toContain("white-space:nowrap");
  expect(html).toMatch(/<a href="https:\/\/x" style="[^"]*white-space:nowrap">Leave<\/a>/);
});

test("mail programs preview what is said, hidden before everything else", () => {
  const { html } = renderLetter(head(), { ...LETTER, preview: "Down – <We> look" });
  expect(html).toMatch(
    /<body[^>]*>\s*<div style="display:none[^"]*">Down – &lt;We&gt; look<\/div>/,
  );
  expect(renderLetter(head(), LETTER).html).not.toContain("display:none;max-height:0");
});
