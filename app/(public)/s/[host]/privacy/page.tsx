import { Back } from "#app/(public)/_ui/back.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { Around, HERE } from "#app/(public)/_ui/time.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { withScheme } from "#lib/core/fields/address.ts";
import { PAGES } from "#lib/core/routes/routes.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import type { View } from "#lib/site/view/view.ts";
import { statementOf } from "#lib/subscribers/privacy-statement.ts";

function Contact({ view: { t, snapshot } }: { view: View }) {
  const { settings, name, url } = snapshot.page;
  const { support_email } = settings;
  return (
    <section aria-labelledby="contact">
      <h2 id="contact">{t("privacy.contact.title")}</h2>
      <p>
        <Around text={t("privacy.contact.text", { address: HERE })}>
          {support_email ? (
            <a href={`mailto:${support_email}`}>{support_email}</a>
          ) : (
            <a href={withScheme(url)}>{name}</a>
          )}
        </Around>
      </p>
    </section>
  );
}

function Statement({ view, restricted }: { view: View; restricted: boolean }) {
  const { t, snapshot, sentence } = view;
  const { name } = snapshot.page;
  const title = t("privacy.title");
  return (
    <PageDocument view={view} path="/privacy" title={title} severity={sentence.severity}>
      <Back view={view} />
      <h1>{title}</h1>
      <p className="lead">{t("privacy.intro", { name })}</p>
      <div className="prose">
        {statementOf(view, restricted).map(({ part, texts }) => (
          <section key={part} aria-labelledby={part}>
            <h2 id={part}>{t(`privacy.${part}.title`)}</h2>
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
        ))}
        <Contact view={view} />
      </div>
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.privacy, props, {
    open: loadSnapshot,
    say: () => [],
    draw: (view, { grant }) => <Statement view={view} restricted={grant.restricted} />,
  });
}
