import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { PageDocument } from "./document.tsx";

/** The document of a page for every address that leads to nothing on it. */
export function Missing({ view }: { view: View }) {
  const { t, visit } = view;
  const title = t("server.nothing.title");
  return (
    <PageDocument view={view} path="" title={title}>
      <div className="plain">
        <h1>{title}</h1>
        <p>{t("server.nothing.text")}</p>
        <p>
          <a href={href(visit, "")}>{t("server.nothing.home")}</a>
        </p>
      </div>
    </PageDocument>
  );
}
