import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getAbsoluteFSPath } from "swagger-ui-dist";

const START = `SwaggerUIBundle({
  url: "/api/v2/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  filter: true,
  validatorUrl: null,
  queryConfigEnabled: false,
});
`;

const STYLE = `body { margin: 0; background: #fff; color-scheme: light; }
.swagger-ui .info { margin: 30px 0; }
`;

const DOCUMENT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference – Allclear</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/api/swagger-ui.css">
<link rel="stylesheet" href="/docs/api/page.css">
</head>
<body>
<main id="reference"><noscript>The reference needs scripts; the document it shows is <a href="/api/v2/openapi.json">openapi.json</a>.</noscript></main>
<script src="/docs/api/swagger-ui-bundle.js"></script>
<script src="/docs/api/start.js"></script>
</body>
</html>
`;

const POLICY = [
  ...[
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
  ],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

const FILES: Record<string, { type: string; text?: string }> = {
  "start.js": { type: "text/javascript; charset=utf-8", text: START },
  "page.css": { type: "text/css; charset=utf-8", text: STYLE },
  "swagger-ui-bundle.js": { type: "text/javascript; charset=utf-8" },
  "swagger-ui.css": { type: "text/css; charset=utf-8" },
};

/**
 * The API's reference as a page: Swagger UI on our own OpenAPI document, everything from our own
 * origin.
 */
export function referenceDocument(): Response {
  return new Response(DOCUMENT, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-cache",
    },
  });
}

/** What the reference loads. @returns null for a name that it does not */
export async function referenceFile(name: string): Promise<Response | null> {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!file) return null;
  const body = file.text ?? (await readFile(join(getAbsoluteFSPath(), name)));
  return new Response(body, {
    headers: { "content-type": file.type, "cache-control": "public, max-age=3600" },
  });
}
