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

test("a client that named five recipients who are not there is probing, until it leaves", () => {
  const clients = new SmtpClients();
  clients.admit("a", "192.0.2.1", () => {});
  clients.admit("b", "192.0.2.1", () => {});
  const probing = Array.from({ length: 6 }, () => {
    clients.countRefusal("a");
    return clients.isProbing("a");
  });
  expect(probing).toEqual([false, false, false, false, true, true]);
  expect(clients.isProbing("b")).toBe(false);
  clients.forget("a");
  clients.countRefusal("a");
  expect(clients.isProbing("a")).toBe(false);
  clients.removeAll();
});
