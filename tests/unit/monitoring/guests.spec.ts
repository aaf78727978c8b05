import { expect, test } from "@playwright/test";
import { SmtpClients } from "#lib/monitoring/reports/smtp-connections.ts";

test("whoever owns a network of IPv6 is one guest, whatever addresses it comes from", () => {
  const guests = new SmtpClients();
  const admit = (address: string, id: string) => guests.admit(id, address, () => {});
  const stay = Array.from({ length: 8 }, (_, index) =>
    admit(`2001:db8:1:2::${index + 1}`, `a${index}`),
  );
  expect(stay).toEqual([true, true, true, true, true, false, false, false]);
  expect(admit("2001:db8:1:3::1", "b")).toBe(true);
  expect(admit("192.0.2.1", "c")).toBe(true);
  guests.removeAll();
});
