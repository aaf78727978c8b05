import { expect as base } from "@playwright/test";

// Playwright's own looks are soon a second apart: what has come by then waits for the next one.
const INTERVALS_MS = [20, 50, 100, 200];

const poll: typeof base.poll = (actual, options) => {
  const given = typeof options === "string" ? { message: options } : options;
  return base.poll(actual, { intervals: INTERVALS_MS, ...given });
};

export const expect: typeof base = new Proxy(base, {
  get: (target, name) => (name === "poll" ? poll : Reflect.get(target, name)),
});
