import type { ReactNode } from "react";
import { Back } from "#app/(public)/_ui/back.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";

type Props = {
  view: View;
  path: string;
  title: string;
  /** Whether search engines may list it: what anybody may begin, not what somebody goes on with. */
  indexed?: boolean;
  /** Whether its footer tells how to follow the page. */
  follows?: boolean;
  /** Whether its reader may not see the page, nor its state. */
  isByLink?: boolean;
  children: ReactNode;
};

/** A page of a status page on which somebody types or confirms something. */
export function FormDocument(props: Props) {
  const { view, path, title, indexed = false, follows, isByLink = false, children } = props;
  return (
    <PageDocument
      view={view}
      path={path}
      title={title}
      severity={view.sentence.severity}
      scripted={false}
      indexed={indexed}
      follows={follows}
      description={isByLink ? view.snapshot.page.name : undefined}
    >
      {!isByLink && <Back view={view} />}
      <h1>{title}</h1>
      {children}
    </PageDocument>
  );
}

/** Where a link leads that no longer opens anything. */
export function Ended({ view, path }: { view: View; path: string }) {
  const { t, visit } = view;
  return (
    <FormDocument view={view} path={path} title={t("subscribe.ended.title")}>
      <p>{t("subscribe.ended.text")}</p>
      <p className="ways">
        <a href={href(visit, "/subscribe")}>{t("subscribe.ended.again")}</a>
        <a href={href(visit, "/manage")}>{t("subscribe.ended.ask")}</a>
      </p>
    </FormDocument>
  );
}

/** Something to copy now, since it is not shown again. */
export function Keepsake({ title, text, value }: { title: string; text: string; value: string }) {
  return (
    <section className="keep">
      <h2>{title}</h2>
      <p>{text}</p>
      <p>
        <code>{value}</code>
      </p>
    </section>
  );
}
