import { expect, test } from "@playwright/test";
import {
  linkPictures,
  picturesAsAltText,
  picturesIn,
  setPictureAlt,
  withPictureUrlsHtml,
  withPictureUrlsMarkdown,
} from "#lib/core/markdown/pictures.ts";
import { renderCounted } from "#lib/core/markdown/render.ts";

const HASH = "0123456789abcdef0123456789abcdef01234567";
const at = (size: string) => `/images/${HASH}-${size}.webp`;
const render = (source: string) => renderCounted(source).html;
const BASE = "https://acme.example";

test("an uploaded picture is shown at its size, and one that is scaled down leads to the whole", () => {
  const image = (size: string, alt: string, shown: string) =>
    `<img src="${at(size)}" alt="${alt}" ${shown} loading="lazy">`;
  const cases: [string, string, string][] = [
    ["300x200", 'the "log"', 'width="300" height="200"'],
    ["1x1", "", 'width="1" height="1"'],
    ["1408x300", "wide", 'width="704" height="150"'],
    ["960x1280", "portrait", 'width="480" height="640"'],
  ];
  for (const [size, alt, shown] of cases) {
    const html = image(size, alt.replaceAll('"', "&quot;"), shown);
    const isSmaller = !shown.includes(`width="${size.split("x")[0]}"`);
    const linked = isSmaller ? `<a href="${at(size)}">${html}</a>` : html;
    expect(render(`![${alt}](${at(size)})`)).toBe(`<p>${linked}</p>`);
  }
});

test("no other address is loaded, whatever it looks like", () => {
  const others = [
    `https://tracker.example${at("1x1")}`,
    `//tracker.example${at("1x1")}`,
    `/images/..${at("1x1")}`,
    `${at("1x1")}?who=reader`,
    `/s/other${at("1x1")}`,
    `/images/${HASH}.webp`,
    "/images/logo.png",
    at("0x1"),
    at("12345x1"),
    `/IMAGES/${HASH}-1x1.webp`,
  ];
  for (const address of others) {
    const html = render(`![a](${address}) ![b][r]\n\n[r]: ${address}`);
    expect([address, html.includes("<img")]).toEqual([address, false]);
    expect(withPictureUrlsHtml(html, BASE)).toBe(html);
  }
  expect(render(`<img src="${at("1x1")}">`)).not.toContain("<img");
});

test("elsewhere a picture has its whole address, or is a link with what it shows", () => {
  const source = `![log](${at("900x10")}) ![](${at("9x9")})\n\n\`![code](x)\` [page](/history)`;
  const html = render(source);
  expect(withPictureUrlsHtml(html, "")).toBe(html);
  const shown = withPictureUrlsHtml(html, BASE);
  expect(shown).toContain(`<a href="${BASE}${at("900x10")}"><img src="${BASE}${at("900x10")}"`);
  expect(shown).toContain(`<a href="/history"`);
  const linked = linkPictures(html, BASE);
  expect(linked).not.toContain("<img");
  const rel = 'rel="nofollow noopener"';
  expect(linked).toContain(`<a href="${BASE}${at("900x10")}" ${rel}>log</a>`);
  expect(linked).toContain(`<a href="${BASE}${at("9x9")}" ${rel}>${BASE}${at("9x9")}</a>`);
  expect(withPictureUrlsMarkdown(source, BASE)).toContain(`![log](${BASE}${at("900x10")})`);
  expect(picturesAsAltText(source)).toMatch(/^log \n\n/);
});

test("the words for a picture are found and changed in the text, and cannot end it", () => {
  const source = `Before\n\n![](${at("9x9")})\n\n![b](${at("8x8")}) ![](${at("9x9")})`;
  const [address, other] = [at("9x9"), at("8x8")];
  expect(picturesIn(source)).toEqual([
    { alt: "", address },
    { alt: "b", address: other },
  ]);
  const described = setPictureAlt(source, { address, alt: "a [tall] \\ wall\n](x)" });
  expect(described).toBe(
    `Before\n\n![a tall  wall(x)](${address})\n\n![b](${other}) ![a tall  wall(x)](${address})`,
  );
});

test("however many brackets a text has, looking for its pictures takes no time", () => {
  for (const source of ["![".repeat(32_768), `![${"[".repeat(60_000)}`]) {
    const began = process.cpuUsage().user;
    expect([picturesAsAltText(source), picturesIn(source)]).toEqual([source, []]);
    expect(process.cpuUsage().user - began).toBeLessThan(1_000_000);
  }
});
