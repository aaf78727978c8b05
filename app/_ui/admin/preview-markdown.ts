"use server";
import { z } from "zod";
import { question } from "#lib/api/actions.ts";
import { renderMarkdown } from "#lib/core/markdown/rendered.ts";

/** Markdown as visitors will see it. */
export const previewMarkdownAction = question(
  "previewMarkdownAction",
  z.string().transform((source) => source.slice(0, 65_536)),
  async ({ input }) => renderMarkdown(input),
);
