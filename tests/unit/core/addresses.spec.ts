import { expect, test } from "@playwright/test";
import { addressAllowed, isAddressList, networkOf } from "#lib/core/access/ip-addresses.ts";

const GOOD = [
  "192.0.2.7",
  "0.0.0.0",
  "10.0.0.0/8",
  "192.0.2.7/24",
  "192.0.2.7/32",
  " 192.0.2.7 ,\t2001:db8::/32\n",
  "::1",
  "fc00::/7",
  "2001:db8::1/128",
  "::ffff:192.0.2.7",
  ...["128.0.0.0/1", "fc00::/4", "::ffff:128.0.0.0/97"],
];

const BAD = {
  "everybody is let in": ["0.0.0.0/0", "::/0", "0/0", "10.0.0.0/0", "2000::/3", "::ffff:0:0/96"],
  "a number is octal": ["010.0.0.1", "10.0.0.010", "192.168.010.0/24", "::ffff:010.0.0.1"],
  "a form is short": ["10", "10.1", "127.1/8", "10/8", "0x7f.0.0.1", "2130706433"],
  "a part is empty": [
    "",
    " ",
    ",",
    "10.0.0.1,",
    ",10.0.0.1",
    "10.0.0.1,,10.0.0.2",
    "10..0.1",
    "/8",
  ],
  "a prefix is none": ["10.0.0.1/", "10.0.0.1/33", "::/129", "10.0.0.1/08", "10.0.0.1/+8"],
  "it is something else": [
    "here",
    "10.0.0.1-9",
    "10.0.0.*",
    "fe80::1%eth0",
    "10.0.0.1/8/8",
    "1.2.3",
  ],
};

test("addresses and blocks that are written out are a list of addresses", () => {
  for (const list of GOOD) expect([list, isAddressList(list)]).toEqual([list, true]);
});

for (const [why, lists] of Object.entries(BAD)) {
  test(`a list of addresses is refused where ${why}`, () => {
    for (const list of lists) {
      expect([list, isAddressList(list)]).toEqual([list, false]);
      const beside = `192.0.2.7, ${list}`;
      expect([beside, isAddressList(beside)]).toEqual([beside, false]);
    }
  });
}

test("an address matches however it reaches us, mapped to IPv6 or not", () => {
  for (const list of ["192.0.2.0/24", "192.0.2.7", "::ffff:192.0.2.7", "::ffff:192.0.2.0/120"])
    for (const address of ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207"])
      expect([list, address, addressAllowed(address, list)]).toEqual([list, address, true]);
  expect(addressAllowed("192.0.3.7", "::ffff:192.0.2.0/120")).toBe(false);
  expect(addressAllowed("2001:db8::7", "192.0.2.0/24, 2001:db8::/32")).toBe(true);
  expect(addressAllowed("fe80::7%eth0", "fe80::/10")).toBe(true);
  expect(addressAllowed("2001:db9::7%eth0", "2001:db8::/32")).toBe(false);
  expect(addressAllowed(null, "192.0.2.0/24")).toBe(false);
});

test("a list that was stored before means what it meant", () => {
  expect(addressAllowed("192.0.2.7", "0.0.0.0/0")).toBe(true);
  expect(addressAllowed("8.0.0.1", "010.0.0.1")).toBe(true);
});

test("one address stands for itself alone, of either kind", () => {
  expect(addressAllowed("192.0.2.8", "192.0.2.7")).toBe(false);
  expect(addressAllowed("2001:db8::7", "2001:db8::7")).toBe(true);
  expect(addressAllowed("2001:db8::8", "2001:db8::7")).toBe(false);
  expect(addressAllowed("", "192.0.2.7")).toBe(false);
  expect(addressAllowed("here", "192.0.2.7")).toBe(false);
  expect(addressAllowed("192.0.2.7", "here, 10.1")).toBe(false);
  expect(addressAllowed("10.0.0.1", "10.1")).toBe(false);
  expect(addressAllowed("192.0.2.7", "::/95")).toBe(false);
});

test("the addresses of a /64 are one network, an IPv4 address is its own", () => {
  const networks = [
    "2001:db8:1:2::7",
    "2001:DB8:1:2:3:4:5:6",
    "2001:db8:1:3::7",
    "192.0.2.7",
    "a:b",
  ];
  expect(networks.map(networkOf)).toEqual([
    ...["2001:db8:1:2", "2001:db8:1:2", "2001:db8:1:3", "192.0.2.7", "a:b"],
  ]);
});
