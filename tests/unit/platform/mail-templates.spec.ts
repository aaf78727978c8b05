import { expect, test } from "@playwright/test";
import { templateErrors } from "#lib/pages/email-templates/check.ts";
import {
  fill,
  Html,
  metadataVariable,
  placeholderVariable,
  templateErrorOf,
} from "#lib/platform/mail/liquid.ts";
import { filled, personalIn, placeholder, printedValue } from "#lib/platform/mail/placeholders.ts";

const SUBSCRIBER = { email: placeholderVariable("email"), metadata: metadataVariable() };
const VARIABLES = {
  subscriber: SUBSCRIBER,
  unsubscribe_url: placeholderVariable("unsubscribe_url"),
};

test("what each subscriber has of their own is printed into a mail that is written once", () => {
  const template = `{{ subscriber.metadata.plan | default: "no <plan>" }} {{ subscriber.email }}`;
  const made = fill(template, VARIABLES);
  const [personal] = personalIn(made);
  expect(personal).toMatchObject({ key: "plan", fallback: "no <plan>" });
  const values = { email: "ada@example.com", [personal?.name ?? ""]: "gold" };
  expect(filled(made, (name) => values[name as "email"] ?? "?")).toBe("gold ada@example.com");
  expect(fill("{% if unsubscribe_url %}{{ unsubscribe_url | escape }}{% endif %}", VARIABLES)).toBe(
    placeholder("unsubscribe_url"),
  );
});

test("it cannot be compared, changed or asked for, and that is said where it is tried", () => {
  for (const template of [
    "{{ subscriber.email | upcase }}",
    "{% if subscriber.metadata.plan == 'gold' %}x{% endif %}",
    "{% if subscriber.metadata.plan %}x{% endif %}",
    "{{ subscriber.metadata.plan.name }}",
    "{{ unsubscribe_url | append: '?x' }}",
    "{% capture all %}{{ subscriber.email }}{% endcapture %}{{ all | upcase }}",
    "{% assign mine = subscriber.metadata.plan %}{{ mine | strip }}",
  ]) {
    const errors = templateErrors({ email_notification_template: template });
    expect([template, errors.email_notification_template?.[0]?.code]).toEqual([
      template,
      "bad_template",
    ]);
  }
});

test("metadata of any kind is printed as a line of text, or its fallback", () => {
  const long = "x".repeat(2_000);
  const values = ["gold", 7, true, "", null, { a: 1 }, ["a"], "a\r\nb", long, "\ud83d"];
  expect(values.map((value) => printedValue(value, "–"))).toEqual([
    ...["gold", "7", "true", "–", "–", "–", "–", "a b"],
    ...[long.slice(0, 1_000), "\ufffd"],
  ]);
});

test("what is wrong is told by field and line before it is kept, what is right is not refused", () => {
  expect(
    templateErrors({
      email_layout_template: "<main>{{ content }}</main>",
      email_confirmation_template: "{{ heading }} {{ confirm_url }}",
      email_notification_template: "{% for row in rows %}{{ row.label }}{% endfor %}",
    }),
  ).toEqual({});
  expect(templateErrors({ email_layout_template: null, email_notification_template: "" })).toEqual(
    {},
  );
  const errors = templateErrors({
    email_layout_template: "a\nb\n{% include 'x' %}",
    email_confirmation_template: "a\n{% for %}",
    email_notification_template: "{{ subject",
  });
  expect(errors).toMatchObject({
    email_layout_template: [{ code: "bad_template", values: { line: 3 } }],
    email_confirmation_template: [{ code: "bad_template", values: { line: 2 } }],
    email_notification_template: [{ code: "bad_template", values: { line: 1 } }],
  });
});

test("a template may neither take long nor make much", () => {
  const huge = "y".repeat(60_000);
  for (const template of [
    "{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}",
    `{% for a in (1..9999) %}${huge}{% endfor %}`,
    `{% capture all %}{% for a in (1..99) %}${huge}{% endfor %}{% endcapture %}{{ all }}`,
    `{% capture all %}{% for a in (1..99) %}${huge}{% endfor %}{% endcapture %}{{ all | raw }}`,
    "x".repeat(300_000),
  ]) {
    const began = performance.now();
    expect(() => fill(template, {})).toThrow();
    expect(performance.now() - began).toBeLessThan(2_000);
  }
});

test("HTML of ours is printed as it is, whoever asks how; anything else is escaped", () => {
  const variables = { content: new Html("<b>x</b>"), name: "<b>", list: ["<", ">"] };
  expect(fill("{{ content }}{{ content | raw }}{{ content | escape }}", variables)).toBe(
    "<b>x</b><b>x</b><b>x</b>",
  );
  expect(fill("{{ name }}{{ list }}{{ nothing }}", variables)).toBe("&lt;b&gt;&lt;&gt;");
  expect(templateErrorOf(new Error("plain, line:3"))).toEqual({ line: null, problem: "plain" });
});
