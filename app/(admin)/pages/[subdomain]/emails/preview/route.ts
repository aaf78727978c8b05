import type { NextRequest } from "next/server";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { EmailPreview, previewMail } from "#lib/notifications/email-preview.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { escapeHtml } from "#lib/platform/text.ts";

type Route = { params: Promise<{ subdomain: string }> };
type Scheme = "light" | "dark";

const QUERY = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
const EITHER = /(color-scheme["']?\s*(?:content=["']|:)\s*)light dark/gi;

/** A document as on a light or dark screen, whatever the reader's is. */
function painted(html: string, scheme: Scheme): string {
  const never = "(max-width: 0)";
  return html
    .replaceAll(QUERY, (_, asked: string) =>
      asked.toLowerCase() === scheme ? "(min-width: 0)" : never,
    )
    .replaceAll(EITHER, (_, before: string) => before + scheme);
}

function plainDocument(text: string, scheme: Scheme): string {
  const style = `color-scheme:${scheme};font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;margin:16px`;
  return `<!doctype html><meta charset="utf-8"><title>Preview</title><body style="${style}">${escapeHtml(text)}</body>`;
}

/** The mail that what is typed would make, alone in a document where no script runs. */
export async function POST(request: NextRequest, { params }: Route): Promise<Response> {
  const { ctx, page, user, t } = await openAdmin((await params).subdomain);
  const sent = Object.fromEntries(await request.formData());
  const asked = EmailPreview.safeParse(sent);
  if (!asked.success) return new Response(null, { status: 400 });
  const scheme: Scheme = sent.scheme === "dark" ? "dark" : "light";
  try {
    const mail = await previewMail(ctx, page, asked.data, user.email);
    const wrong =
      mail.failure && [t("admin_emails.preview.refused"), reasonOf(mail.failure, t)].join("\n");
    const body =
      sent.view === "text" || wrong
        ? plainDocument(wrong ?? `${mail.subject}\n\n${mail.text}`, scheme)
        : painted(mail.html, scheme);
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    return new Response(body, { headers });
  } catch (error) {
    if (error instanceof AppError) return new Response(null, { status: 404 });
    throw error;
  }
}

type Failure = { line: number | null; problem: string };

function reasonOf({ line, problem }: Failure, t: Translate): string {
  return line === null ? problem : t("joined.label", { label: line, value: problem });
}
