import { expect, test } from "@playwright/test";
import { parseSettings } from "#lib/pages/schema.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { displayAddress, maskAddress } from "#lib/subscribers/addresses.ts";
import { addressFields, filterOf, needsOptIn } from "#lib/subscribers/rules.ts";
import { parseSignUpAddress } from "#lib/subscribers/sign-up/address.ts";
import type { Subscribe } from "#lib/subscribers/sign-up/schema.ts";
import { canThread, styleOf } from "#lib/subscribers/style.ts";

test.beforeAll(() => provideEnv({}));

const SETTINGS = parseSettings({ sms_notifications_enabled: true });

function parsed(input: object, settings = SETTINGS) {
  try {
    const { type, address } = parseSignUpAddress(input as Subscribe, settings, true);
    return [type, address];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Object.entries(error.fields).map(([field, [found]]) => `${field} ${found?.code}`);
  }
}

const sms = (phone_number: string, country_dial_code?: string) => ({
  ...{ channel: "sms", phone_number, country_dial_code },
});

const TYPED: [input: object, found: string[]][] = [
  [{ email: "ada@example.com" }, ["email", "ada@example.com"]],
  [{ channel: "email" }, ["email blank"]],
  [{ channel: "webhook" }, ["webhook_url blank"]],
  [{ channel: "webhook", webhook_url: "https://a.example/" }, ["webhook", "https://a.example/"]],
  [{ channel: "webhook", webhook_url: "http://127.0.0.1/" }, ["webhook_url private_target"]],
  [{ channel: "chat" }, ["chat_url blank"]],
  [{ channel: "chat", chat_url: "https://a.example/" }, ["chat_url unknown_chat"]],
  [sms(""), ["phone_number blank"]],
  [sms("30 1234567"), ["country_dial_code blank"]],
  [sms("30 1234567", "49"), ["sms", "49 301234567"]],
  [sms("+49 30 1234567"), ["sms", "49 301234567"]],
  [sms(" 0049 30 1234567"), ["sms", "49 301234567"]],
  [sms("+49 30 1234567", "1"), ["sms", "49 301234567"]],
  [sms("1", "49"), ["phone_number bad_number"]],
];

test("an address is read as people type it, and what is missing or wrong is named", () => {
  for (const [input, found] of TYPED) expect([input, parsed(input)]).toEqual([input, found]);
  const off = parseSettings({ subscribers_enabled: false });
  expect(parsed({ email: "ada@example.com" }, off)).toEqual(["channel not_offered"]);
});

test("a list shows the end of a number and the host of a URL", () => {
  const none = { email: null, country_dial_code: null, phone_number: null, webhook_url: null };
  expect(displayAddress({ ...none, email: "ada@example.com" })).toBe("ada@example.com");
  const number = { ...none, country_dial_code: "49", phone_number: "301234567" };
  expect(displayAddress(number)).toBe("+49 …4567");
  const url = displayAddress({ ...none, webhook_url: "https://a.example/secret/path/of/it" });
  expect(url).toMatch(/^a\.example/);
  expect(url).not.toContain("secret");
  expect(displayAddress(none)).toBeNull();
  expect(maskAddress({ phone_number: null, webhook_url: null })).toEqual({
    ...{ phone_number: null, webhook_url: null },
  });
});

test("each kind of subscription has its address, its proof and its way to group messages", () => {
  expect(addressFields("email")).toEqual(["email"]);
  expect(addressFields("sms")).toEqual(["country_dial_code", "phone_number"]);
  expect(addressFields("slack")).toEqual(["webhook_url"]);
  const kinds = ["email", "sms", "webhook", "slack", "discord", "teams", "google_chat"] as const;
  expect(kinds.filter(needsOptIn)).toEqual(["email", "sms"]);
  expect(kinds.filter(canThread)).toEqual(["email", "slack", "discord", "google_chat"]);
  expect(styleOf({ type: "email", style: null })).toBe("living_message");
  expect(styleOf({ type: "slack", style: null })).toBe("every_update");
  expect(styleOf({ type: "slack", style: "living_message" })).toBe("living_message");
  expect(styleOf({ type: "email", style: "every_update" })).toBe("every_update");
});

test("a list that is given is what somebody subscribes to", () => {
  expect(filterOf({})).toBe("all");
  expect(filterOf({ service_ids: [], incident_types: [] })).toBe("all");
  expect(filterOf({ service_ids: [1] })).toBe("services");
  expect(filterOf({ incident_id: 1 })).toBe("incident");
  expect(filterOf({ incident_types: ["major"] })).toBe("incident_types");
});
