import { expect, test } from "@playwright/test";
import { addressOf, recognise } from "#app/(admin)/pages/[subdomain]/integrations/_recognise.ts";

const HEX = "0123456789abcdef0123456789abcdef";

test("what is pasted names the kind it belongs to, with its fields", () => {
  const key = `SG.${"a".repeat(22)}.${"b".repeat(43)}`;
  expect(recognise(` ${key}\n`)).toEqual({ kind: "sendgrid", secrets: { key }, open: {} });
  expect(recognise(`AC${HEX}`)).toEqual({
    kind: "twilio",
    secrets: {},
    open: { user: `AC${HEX}` },
  });
  for (const mailgun of [`key-${HEX}`, `${HEX}-01234567-89abcdef`])
    expect(recognise(mailgun)).toMatchObject({ kind: "mailgun", secrets: { key: mailgun } });
  expect(recognise(`NRAK-${"A".repeat(27)}`)).toMatchObject({ kind: "newrelic" });
  expect(recognise("webcal://cal.example.com/x")).toMatchObject({ kind: "calendar" });
  expect(recognise("https://cal.example.com/a.ics?t=1")).toMatchObject({ kind: "calendar" });
  expect(recognise("smtp://ada%40example.com:p%2Fw@mail.example.com:2525")).toEqual({
    kind: "smtp",
    open: { relay: "mail.example.com", port: "2525", username: "ada@example.com" },
    secrets: { password: "p/w" },
  });
  expect(recognise("smtps://mail.example.com")).toMatchObject({ open: { port: "465" } });
  expect(recognise("smtp.example.com")).toEqual({
    kind: "smtp",
    open: { relay: "smtp.example.com", port: "587" },
    secrets: {},
  });
});

test("chats are told from integrations, and what is neither is not guessed", () => {
  const slack = "https://hooks.slack.com/services/T000/B000/XXXX";
  expect(recognise(slack)).toEqual({ chat: "slack" });
  expect(recognise("https://example.webhook.office.com/webhookb2/x")).toEqual({
    chat: "retired_teams",
  });
  for (const other of ["", "hello", HEX, "https://example.com/", "smtp://", "AC123", "SG.x"])
    expect(recognise(other), other).toBeNull();
});

test("no secret stands in the address that follows", () => {
  const found = recognise("smtp://ada:hunter22@smtp.example.com");
  expect(addressOf("acme", found)).toBe(
    "/pages/acme/integrations/new?kind=smtp&relay=smtp.example.com&port=587&username=ada",
  );
  expect(addressOf("acme", recognise(`key-${HEX}`))).not.toContain(HEX);
  expect(addressOf("acme", null)).toBe("/pages/acme/integrations/new?unknown=1");
});
