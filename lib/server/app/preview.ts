import type { IncomingMessage, ServerResponse } from "node:http";
import { captureAnswer, type Handler } from "#lib/server/app/capture.ts";
import { previewDocument } from "#lib/server/app/document.ts";

/** Answers a frame of the admin that shows a document without its scripts. */
export async function answerPreview(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await captureAnswer(handler, request);
  const isHtml = String(headers["content-type"] ?? "").startsWith("text/html");
  const shown = isHtml ? Buffer.from(previewDocument(body.toString())) : body;
  const { "transfer-encoding": _, ...kept } = headers;
  response.writeHead(status, { ...kept, "content-length": shown.length }).end(shown);
}
