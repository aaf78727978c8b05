import type { Metadata } from "next";
import { apiReference } from "#app/api/v2/document.ts";
import { DELIVERIES } from "#lib/api/openapi/introduction.ts";
import { REFERENCE } from "#lib/core/routes/routes.ts";
import { shared } from "../_shared.ts";
import { EventsShown } from "../_ui/events.tsx";
import { Frame } from "../_ui/frame.tsx";
import { Missing } from "../_ui/missing.tsx";
import { PartShown } from "../_ui/part.tsx";

type Props = { params: Promise<{ part: string }> };

const EVENTS = "events";

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { part } = await params;
  const found = apiReference().parts.find(({ slug }) => slug === part);
  const title = part === EVENTS ? "Webhook events" : (found?.title ?? "Not found");
  return { title: `${title} – API reference – Allclear` };
}

export default async function Page({ params }: Props) {
  const { part: slug } = await params;
  const reference = apiReference();
  const part = reference.parts.find((one) => one.slug === slug);
  const isKnown = part !== undefined || slug === EVENTS;
  shared(isKnown ? REFERENCE.part : REFERENCE.missing);
  if (!isKnown) return <Missing reference={reference} />;
  if (part)
    return (
      <Frame reference={reference} current={slug}>
        <PartShown part={part} homes={reference.homes} />
      </Frame>
    );
  const crumbs = [
    ...DELIVERIES,
    ...reference.events.map(({ name }) => ({ id: name, title: name })),
  ];
  return (
    <Frame reference={reference} current={slug} crumbs={crumbs}>
      <EventsShown reference={reference} />
    </Frame>
  );
}
