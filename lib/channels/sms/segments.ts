const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
// Each of these takes two places.
const EXTENDED = new Set("\f^{}\\[~]|€");

type Encoding = "gsm7" | "ucs2";

const SIZES = {
  gsm7: { single: 160, joined: 153 },
  ucs2: { single: 70, joined: 67 },
} as const satisfies Record<Encoding, object>;

// One of these would more than double the price of a whole message.
const PLAIN: Record<string, string> = {
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "‘": "'",
  "’": "'",
  "‚": "'",
  "`": "'",
  "´": "'",
  "–": "-",
  "—": "-",
  "−": "-",
  "‑": "-",
  "·": "-",
  "•": "-",
  "…": "...",
  "×": "x",
  "→": "->",
  "\t": " ",
  "\u00a0": " ",
  "\u202f": " ",
  "\u2009": " ",
};

function costOf(character: string, encoding: Encoding): number {
  if (encoding === "ucs2") return character.length;
  return EXTENDED.has(character) ? 2 : 1;
}

function encodingOf(text: string): Encoding {
  for (const character of text)
    if (!BASIC.has(character) && !EXTENDED.has(character)) return "ucs2";
  return "gsm7";
}

/** How many messages a text is charged as. No character is split between two. */
export function segmentsOf(text: string): { encoding: Encoding; segments: number } {
  const encoding = encodingOf(text);
  const { single, joined } = SIZES[encoding];
  const costs = Array.from(text, (character) => costOf(character, encoding));
  if (costs.reduce((sum, cost) => sum + cost, 0) <= single) return { encoding, segments: 1 };
  let [segments, used] = [1, 0];
  for (const cost of costs) {
    if (used + cost > joined) {
      segments += 1;
      used = 0;
    }
    used += cost;
  }
  return { encoding, segments };
}

/** A text in the cheap alphabet where typography alone keeps it from that; else as it is. */
export function cheapest(text: string): string {
  const bare = text.replace(/[\p{Cf}\p{Variation_Selector}]/gu, "");
  const plain = Array.from(bare, (character) => PLAIN[character] ?? character).join("");
  return encodingOf(plain) === "gsm7" ? plain : bare;
}
