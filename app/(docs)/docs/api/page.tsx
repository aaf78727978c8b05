import type { Metadata } from "next";
import { apiReference } from "#app/api/v2/document.ts";
import { INTRODUCTION } from "#lib/api/openapi/introduction.ts";
import { REFERENCE } from "#lib/core/routes/routes.ts";
import { shared } from "./_shared.ts";
import { Frame } from "./_ui/frame.tsx";
import { Chapters, Operations, Start } from "./_ui/introduction.tsx";

export const dynamic = "force-dynamic";
export const metadata: Metadata = {
  title: "API reference – Allclear",
  description: "Every operation of the API, with its fields, examples and errors.",
};

export default function Page() {
  shared(REFERENCE.introduction);
  const reference = apiReference();
  const crumbs = [...INTRODUCTION, { id: "operations", title: "All operations" }];
  return (
    <Frame reference={reference} current="start" crumbs={crumbs}>
      <Start reference={reference} />
      <Chapters reference={reference} />
      <Operations parts={reference.parts} />
    </Frame>
  );
}
