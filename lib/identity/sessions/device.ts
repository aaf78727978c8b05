/** The first that fits: browsers also name those that they claim compatibility with. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Microsoft Edge"],
  [/\b(OPR|OPT|Opera)\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bCrOS\b/, "Chrome OS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

function nameIn(user_agent: string, names: readonly [RegExp, string][]): string | null {
  return names.find(([pattern]) => pattern.test(user_agent))?.[1] ?? null;
}

/** Browser and system by the header `User-Agent`: `Firefox`, `Windows`; null where unknown. */
export function deviceOf(user_agent: string | null) {
  const text = user_agent ?? "";
  return { browser: nameIn(text, BROWSERS), system: nameIn(text, SYSTEMS) };
}
