import { expect, test } from "@playwright/test";
import PostalMime from "postal-mime";
import { listId, mailOf, rawOf } from "#lib/channels/email/message.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { placeholder } from "#lib/platform/mail/placeholders.ts";

const LONG = "Zahlungen schlagen fehl – «bitte» warten. ".repeat(9);
const TEMPLATE = {
  from: { name: "Ada’s Ståtus", address: "status@ada.example" },
  reply_to: "help@ada.example",
  subject: "Störung: Checkout – Payments fail, and a rather long title that has to be folded",
  text: `${LONG}\n\n${placeholder("manage_url")}\nEnd. =3D ${placeholder("email")}\n.\n..dots\n`,
  html: `<p>${LONG}</p><a href="${placeholder("unsubscribe_url")}">x</a> ${placeholder("email")}\n`,
  headers: {
    "List-Id": "ada <ada.status.example>",
    References: placeholder("references"),
    "List-Unsubscribe": `<${placeholder("unsubscribe_url")}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
};
const VALUES = {
  email: "o'brien+a&b@example.com",
  message_id: "msg_1.abc@status.example",
  references: "<a@status.example> <b@status.example>",
  manage_url: `https://status.example/manage/${"x".repeat(90)}?lang=de`,
  unsubscribe_url: "https://status.example/unsubscribe/abc",
};

test("a mail that is filled on the wire reads as the one it stands for, whatever is long or special in it", async () => {
  const message = { template: TEMPLATE, values: VALUES };
  const raw = rawOf(message) ?? "";
  const mail = await PostalMime.parse(raw);
  const { text, html, subject } = mailOf(message);
  const read = [mail.text?.trimEnd(), mail.html?.trimEnd(), mail.subject];
  expect(read).toEqual([text.trimEnd(), html.trimEnd(), subject]);
  expect(mail.html).toContain("o'brien+a&amp;b@example.com");
  expect(mail.from).toEqual(TEMPLATE.from);
  expect(mail.to?.map(({ address }) => address)).toEqual([VALUES.email]);
  expect([mail.messageId, mail.references]).toEqual([`<${VALUES.message_id}>`, VALUES.references]);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe")).toBe(`<${VALUES.unsubscribe_url}>`);
  const body = raw.slice(raw.indexOf("\r\n\r\n"));
  expect(Math.max(...body.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(76);
});

test("an address that is not plain ASCII is left to who can spell it", () => {
  for (const email of ["ü@example.com", "a b@example.com", "a\r\nBcc: c@example.com"])
    expect(rawOf({ template: TEMPLATE, values: { ...VALUES, email } })).toBeNull();
});

test("a list's id names its domain, without a port", () => {
  for (const [domain, id] of [
    ["status.example", "ada <ada.status.example>"],
    ["localhost:3000", "ada <ada.localhost>"],
    ["192.0.2.1:3000", "ada <ada.192.0.2.1>"],
  ] as const) {
    process.env.PAGES_DOMAIN = domain;
    provideEnv({});
    expect(listId("ada")).toBe(id);
  }
  delete process.env.PAGES_DOMAIN;
  provideEnv({});
});
