import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { NO_CODE } from "#lib/core/request/request-scope.ts";
import { publicDocument } from "#lib/server/app/document.ts";
import { effortOf } from "#tests/support/server/effort.ts";

const OURS = '<script type="module" src="/page.js" data-allclear=""></script>';
const NEXT = [
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>',
  '<link rel="modulepreload" href="/_next/static/chunks/b.js"/>',
  '<script src="/_next/static/chunks/a.js" async=""></script>',
  '<script>self.__next_f.push([1,"data-allclear </p>"])</script>',
].join("");
const HTML = `<!DOCTYPE html><html><head><style>p{color:red}</style>${NEXT}<link rel="stylesheet" href="/a.css"/></head><body><p>&lt;script&gt;</p>${OURS}${NEXT}</body></html>`;

const custom = { ...NO_CODE, strict_csp: false, enable_embedding: false };

function hash(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

test("a public document keeps no script but ours, and everything else as it is", () => {
  const { html } = publicDocument(HTML, undefined);
  expect(html).toBe(HTML.replaceAll(NEXT, ""));
});

test("the policy allows our files and the document's own style, nothing inline and no embedding", () => {
  const { policy } = publicDocument(HTML, undefined);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain(`style-src 'self' ${hash("p{color:red}")};`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(publicDocument(HTML, { ...custom, enable_embedding: true }).policy).toContain(
    "frame-ancestors *",
  );
});

test("an operator's code is inserted after the framework's is gone, and a script cannot end early", () => {
  const { html } = publicDocument(HTML, {
    ...custom,
    head_code: '<script src="https://a.example/x.js"></script>',
    custom_js: 'f("</script><b>")',
  });
  expect(html).toContain('<script src="https://a.example/x.js"></script></head>');
  expect(html).toContain('<script>f("\\x3c/script><b>")</script></body>');
});

test("scripts with their own tags run as they are, and a strict policy knows them", () => {
  const custom_js =
    '<!-- tracker -->\n<script async src="https://a.example/x.js"></script>\n<SCRIPT>go()</SCRIPT>';
  const { html, policy } = publicDocument(HTML, { ...custom, custom_js, strict_csp: true });
  expect(html).toContain(`${custom_js}</body>`);
  expect(policy).toContain(`script-src 'self' ${hash("go()")} https://a.example;`);
  for (const js of ["<!--\ngo()\n//-->", "a < script", "f('<script>')"])
    expect(publicDocument(HTML, { ...custom, custom_js: js }).html).toMatch(
      /<script>[\s\S]+<\/script><\/body>/,
    );
});

test("whatever an operator's code, the page's own pictures are shown, by http as well", () => {
  for (const code of ["head_code", "custom_header", "custom_footer", "custom_js", "custom_css"])
    for (const strict_csp of [false, true]) {
      const { policy } = publicDocument(HTML, { ...custom, [code]: "1", strict_csp });
      const [, images] = /img-src ([^;]+)/.exec(policy) ?? /default-src ([^;]+)/.exec(policy) ?? [];
      expect([code, strict_csp, images?.split(" ")[0]]).toEqual([code, strict_csp, "'self'"]);
    }
});

test("a strict policy allows an operator's scripts one by one", () => {
  const code = {
    ...custom,
    head_code: '<script src="https://a.example/x.js"></script>',
    custom_js: "go()",
    strict_csp: true,
  };
  expect(publicDocument(HTML, code).policy).toContain(
    `script-src 'self' ${hash("go()")} https://a.example;`,
  );
  expect(publicDocument(HTML, { ...code, strict_csp: false }).policy).toContain("'unsafe-inline'");
});

test("the policy of whatever code an operator writes is made in no time", async () => {
  for (const code of ["<script", "<style>", "<script src=", "</script ", "<script>a"]) {
    const head_code = code.repeat(Math.floor(262_144 / code.length));
    const make = () =>
      publicDocument("<html><head></head><body></body></html>", {
        ...custom,
        head_code,
        custom_js: "<!-- -->".repeat(32_000),
        strict_csp: true,
      });
    expect(await effortOf(make), code).toBeLessThan(1_000);
  }
});

const PAGE =
  '<html><head></head><body><a class="skip"></a><header>Own</header><main></main><footer>Own</footer></body></html>';

test("an operator's style, header and footer stand at the end of the head, above the page's header, below its footer", () => {
  const code = {
    ...custom,
    custom_css: "p::after { content: '</style><script>hit()</script>' }",
    custom_header: "<header>Theirs</header>",
    custom_footer: "<footer>Theirs</footer>",
    custom_js: "go()",
    head_code: "<meta name=theirs>",
  };
  expect(publicDocument(PAGE, code).html).toBe(
    "<html><head><style>p::after { content: '\\3c /style><script>hit()</script>' }</style><meta name=theirs></head>" +
      '<body><a class="skip"></a><header>Theirs</header><header>Own</header><main></main><footer>Own</footer>' +
      "<footer>Theirs</footer><script>go()</script></body></html>",
  );
});

test("a style sheet of an operator's opens the policy for styles and fonts, not for scripts", () => {
  const code = { ...custom, custom_css: "p{color:blue}" };
  const { policy } = publicDocument(PAGE, code);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain(`style-src 'self' ${hash("p{color:blue}")} https:;`);
  expect(policy).toContain("font-src 'self' https: data:");
  const strict = publicDocument(PAGE, { ...code, strict_csp: true }).policy;
  expect(strict).toContain(`style-src 'self' ${hash("p{color:blue}")};`);
  expect(strict).toContain("font-src 'self';");
});
