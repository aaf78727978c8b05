import { expect, test } from "@playwright/test";
import { parseSearch } from "#lib/subscribers/search.ts";

test("a number in full, a country code, and a number without it are told apart", () => {
  const full = { phones: [{ country_dial_code: "49", phone_number: "1511234567" }] };
  expect(parseSearch("+49 1511234567")).toEqual(full);
  expect(parseSearch("+49 151 123-4567")).toEqual(full);
  expect(parseSearch("+49")).toEqual({ country_dial_code: "49" });
  expect(parseSearch("1511234567")).toEqual({
    email_part: "1511234567",
    phone_number: "1511234567",
  });
});

test("a plus sign that a client forgot to encode is read as one", () => {
  const read = (query: string) =>
    parseSearch(new URLSearchParams(`query=${query}`).get("query") ?? "");
  expect(read("+49")).toEqual({ country_dial_code: "49" });
  expect(read("+49 1511234567")).toEqual({
    phones: [{ country_dial_code: "49", phone_number: "1511234567" }],
  });
  expect(read("ada+news@")).toEqual({ email_part: "ada+news@" });
});

test("a number without a space after its country code is found whichever code it has", () => {
  expect(parseSearch("+491511234567").phones).toContainEqual({
    country_dial_code: "49",
    phone_number: "1511234567",
  });
});

test("anything else is a part of an e-mail address", () => {
  for (const part of ["ada", "@example.com", "a", "49er@", "%", "_"])
    expect(parseSearch(part)).toEqual({ email_part: part });
});
