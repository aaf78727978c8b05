import { notFound } from "#lib/errors.ts";
import { type PageProps, renderPage } from "../../../_visit.tsx";

export default async function Page(props: PageProps) {
  return renderPage(
    props,
    () => Promise.reject(notFound()),
    () => null,
  );
}
