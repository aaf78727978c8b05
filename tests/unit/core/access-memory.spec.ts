import { expect, test } from "@playwright/test";
import {
  type AccessScope,
  announceAccess,
  remembered,
  setAccessListening,
} from "#lib/core/access/access-memory.ts";

const DEPENDS_ON = { status_page_id: 1, organization_id: 2, user_id: 3 };

test.afterEach(() => setAccessListening(false));

/** A memory, and how often it had to look. */
function memory(find: () => object | undefined = () => ({})) {
  const remember = remembered<object>();
  let asked = 0;
  const ask = async () => {
    const before = asked;
    const found = async () => {
      asked += 1;
      return find();
    };
    await remember("key", found, () => DEPENDS_ON);
    return asked > before ? "looked" : "knew";
  };
  return ask;
}

const CHANGES: [AccessScope, "looked" | "knew"][] = [
  [{ status_page_id: 1 }, "looked"],
  [{ status_page_id: 2 }, "knew"],
  [{ organization_id: 2 }, "looked"],
  [{ organization_id: 1 }, "knew"],
  [{ user_id: 3 }, "looked"],
  [{ user_id: 1 }, "knew"],
  ["anywhere", "looked"],
];

test("a change makes forget what depends on it, and nothing else", async () => {
  setAccessListening(true);
  for (const [scope, then] of CHANGES) {
    const ask = memory();
    expect([await ask(), await ask()]).toEqual(["looked", "knew"]);
    announceAccess(scope);
    expect([scope, await ask()]).toEqual([scope, then]);
  }
});

test("a change while something is looked up keeps it from being remembered", async () => {
  setAccessListening(true);
  for (const [scope, then] of CHANGES) {
    let changes = [scope];
    const ask = memory(() => {
      for (const change of changes) announceAccess(change);
      return {};
    });
    await ask();
    changes = [];
    expect([scope, await ask()]).toEqual([scope, then]);
  }
});

test("nothing is remembered while changes elsewhere go unheard, or that is not there", async () => {
  const ask = memory();
  expect([await ask(), await ask()]).toEqual(["looked", "looked"]);
  setAccessListening(true);
  expect([await ask(), await ask()]).toEqual(["looked", "knew"]);
  setAccessListening(false);
  expect([await ask(), await ask()]).toEqual(["looked", "looked"]);
  setAccessListening(true);
  expect([await ask(), await ask()]).toEqual(["looked", "knew"]);
  // What changed meanwhile was not heard of.
  setAccessListening(true);
  expect(await ask()).toBe("looked");
  const none = memory(() => undefined);
  expect([await none(), await none()]).toEqual(["looked", "looked"]);
});
