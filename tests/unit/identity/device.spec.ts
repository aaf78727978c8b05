import { expect, test } from "@playwright/test";
import { deviceOf } from "#lib/identity/sessions/device.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-S911B)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64)";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

const AGENTS: [string, string | null, string | null][] = [
  [`${WINDOWS} Gecko/20100101 Firefox/140.0`, "Firefox", "Windows"],
  [`${WINDOWS} ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, "Microsoft Edge", "Windows"],
  [`${WINDOWS} ${WEBKIT} Chrome/140.0 Safari/537.36 OPR/120.0`, "Opera", "Windows"],
  [`${MAC} ${WEBKIT} Chrome/140.0 Safari/537.36`, "Chrome", "macOS"],
  [`${MAC} ${WEBKIT} Version/18.0 Safari/605.1.15`, "Safari", "macOS"],
  [`${MAC} ${WEBKIT} Chrome/140.0 Safari/537.36 Vivaldi/7.5`, "Vivaldi", "macOS"],
  [`${MAC} ${WEBKIT} Chrome/140.0 YaBrowser/25.8 Safari/537.36`, "Yandex Browser", "macOS"],
  [
    `${ANDROID} ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    `${ANDROID} ${WEBKIT} Chrome/140.0 Mobile Safari/537.36 EdgA/140.0`,
    "Microsoft Edge",
    "Android",
  ],
  [`${IPHONE} ${WEBKIT} CriOS/140.0 Mobile/15E148 Safari/604.1`, "Chrome", "iOS"],
  [`${IPHONE} ${WEBKIT} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, "Firefox", "iOS"],
  [`${LINUX} ${WEBKIT} HeadlessChrome/140.0 Safari/537.36`, "Chrome", "Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0`, "Chrome", "Chrome OS"],
  ["curl/8.9.1", null, null],
];

test("a session names its browser and system, not those they claim compatibility with", () => {
  for (const [user_agent, browser, system] of AGENTS)
    expect(deviceOf(user_agent), user_agent).toEqual({ browser, system });
  expect(deviceOf(null)).toEqual({ browser: null, system: null });
});
