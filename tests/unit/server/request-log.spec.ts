import { expect, test } from "@playwright/test";
import { levelOf } from "#lib/server/front/request-log.ts";

test("what scanners do not find is no warning; refusals and failures are", () => {
  const levels = [200, 304, 404, 401, 422, 500, 503].map(levelOf);
  expect(levels).toEqual(["info", "info", "info", "warn", "warn", "error", "error"]);
});
