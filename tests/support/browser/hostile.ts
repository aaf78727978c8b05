import type { BrowserContext } from "@playwright/test";

/** Whoever runs calls `hit` with a name; nobody may. */
const ELSEWHERE = "https://elsewhere.test";

// What becomes a script, or loads something, wherever it is not escaped for its place.
const MARKUP = [
  "<script>hit('script')</script>",
  '"><script>hit("attribute")</script>',
  "'-->\"</style></title></textarea></noscript><script>hit('breakout')</script>",
  "<!--><script>hit('comment')</script>-->",
  "<img src=x onerror=hit('img')>",
  "<svg onload=hit('svg')><script>hit('svg-script')</script></svg>",
  "<svg><use href=\"data:image/svg+xml,<svg id='x' onload='hit(1)'/>#x\"/></svg>",
  "<iframe srcdoc=\"<script>parent.hit('srcdoc')</script>\"></iframe>",
  "<iframe src=\"javascript:parent.hit('frame')\"></iframe>",
  "<details open ontoggle=hit('toggle')><summary>x</summary></details>",
  "<body onload=hit('body')><input autofocus onfocus=hit('focus')>",
  "<math><mtext></p><style><img src=x onerror=hit('math')></style></mtext></math>",
  "<noscript><p title=\"</noscript><img src=x onerror=hit('noscript')>\">",
  "<object data=\"javascript:hit('object')\"></object><embed src=\"javascript:hit('embed')\">",
  "<meta http-equiv=refresh content=\"0;url=javascript:hit('meta')\">",
  `<base href=${ELSEWHERE}/><link rel=stylesheet href=${ELSEWHERE}/a.css>`,
  `<img src=${ELSEWHERE}/pixel.gif><video poster=${ELSEWHERE}/p></video>`,
  "<form action=\"javascript:hit('form')\"><button autofocus>x</button></form>",
  "<template shadowrootmode=open><script>hit('shadow')</script></template>",
  "{{constructor.constructor('hit(1)')()}} <%= hit(1) %>",
  "\u2028</script><script>hit('separator')</script>\u2029",
  "<scr\u0000ipt>hit('nul')</scr\u0000ipt>".replaceAll("\u0000", ""),
  "<ſcript>hit('long-s')</ſcript><SCRIPT/x>hit('slash')</SCRIPT>",
  '<a href="jav&#x09;ascript:hit(\'tab\')" style="position:fixed;inset:0">x</a>',
  "<xml:script xmlns:xml='http://www.w3.org/1999/xhtml'>hit('xml')</xml:script> ]]><script>hit('cdata')</script>",
];

const MARKDOWN = [
  "[x](javascript:hit('md'))",
  "[x](JaVaScRiPt:hit('md-case))",
  "[x](javascript&colon;hit('md-entity'))",
  "[x](java&#10;script:hit('md-newline'))",
  "[x](<javascript:hit('md-angle')>)",
  "[x](data:text/html,<script>hit('md-data')</script>)",
  "[x](vbscript:hit(1)) <javascript:hit('md-auto')>",
  "[x][1]\n\n[1]: javascript:hit('md-reference)",
  "![x](x \"y\\\" onerror=hit('md-title')\") ![x](javascript:hit('md-image'))",
  `![x](${ELSEWHERE}/md.gif)`,
  "```html\"><script>hit('md-fence')</script>\n</code></pre><script>hit('md-code')</script>\n```",
  "`</code><script>hit('md-span')</script>`",
  "<script>hit('md-block')</script>\n\n- <img src=x onerror=hit('md-list')>",
  "| <script>hit('md-table')</script> |\n|---|\n| <img src=x onerror=hit('md-cell')> |",
];

/** Texts for fields that are shown as they are, and for those that are Markdown. */
export const HOSTILE_LINES = MARKUP;
export const HOSTILE_TEXT = [...MARKUP, ...MARKDOWN].join("\n\n");
/** One line of everything, as long as a title may be. */
export const HOSTILE_TITLE =
  "x'\"--></style></title><script>hit('title')</script><img src=x onerror=hit('t')>";

/** Style sheets that want to be more. */
export const HOSTILE_CSS = [
  "</style><script>hit('css')</script>",
  "</STYLE ><script>hit('css-case')</script>",
  "<!-- </style><img src=x onerror=hit('css-img')> -->",
  "body{background:url(javascript:hit('css-url'));behavior:url(#x);-moz-binding:url(x)}",
  "p{width:expression(hit('css-expression'))} @import 'javascript:hit(1)';",
  "p::after{content:'\\3c/style><script>hit(\"css-escape\")</script>'}",
].join("\n");

type Watch = {
  /** The hosts on which a marker ran, with its name. */
  hits: string[];
  /** What was asked of others than the server. */
  elsewhere: string[];
};

/** Notes whatever a browser runs or loads that it should not; nothing leaves the machine. */
export async function watch(context: BrowserContext, port: number): Promise<Watch> {
  const seen: Watch = { hits: [], elsewhere: [] };
  await context.exposeBinding("hit", ({ frame }, name: unknown) => {
    seen.hits.push(`${new URL(frame.url()).host} ${name}`);
  });
  const isOurs = ({ hostname, port: asked }: URL) =>
    /(^|\.)localhost$/.test(hostname) && asked === String(port);
  await context.route(
    (url) => /^(https?|wss?|ftp):$/.test(url.protocol) && !isOurs(url),
    (route) => route.abort(),
  );
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (!/^(data|blob|about):$/.test(url.protocol) && !isOurs(url)) seen.elsewhere.push(url.href);
  });
  context.on("page", (page) => page.on("dialog", (dialog) => dialog.dismiss()));
  return seen;
}
