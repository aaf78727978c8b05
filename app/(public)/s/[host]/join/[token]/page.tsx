import { Field, PageForm, Problem, Trap } from "#app/(public)/_forms/parts.tsx";
import { FaceDocument } from "#app/(public)/_ui/sign-in.tsx";
import { facePage, type PageProps } from "#app/(public)/_visit.tsx";
import { askToJoinAction } from "#app/(public)/s/[host]/join/[token]/actions.ts";
import { sentForm } from "#lib/core/request/request-scope.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { loadJoinLink } from "#lib/pages/join-links/join.ts";
import type { PageIdentity } from "#lib/pages/page-identity.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { href, type Visit } from "#lib/site/words/visitor.ts";

type Props = { visit: Visit; face: PageIdentity };

function Ended({ visit, face }: Props) {
  const t = translator(visit.locale);
  return (
    <FaceDocument visit={visit} face={face} title={t("join.ended.title")}>
      <p>{t("join.ended.text")}</p>
    </FaceDocument>
  );
}

function Sent({ visit, face }: Props) {
  const t = translator(visit.locale);
  return (
    <FaceDocument visit={visit} face={face} title={t("join.sent.title")}>
      <p role="status">{t("join.sent.text")}</p>
      <p className="meta">{t("join.sent.nothing")}</p>
    </FaceDocument>
  );
}

function Ask({ visit, face, token }: Props & { token: string }) {
  const t = translator(visit.locale);
  return (
    <FaceDocument
      visit={visit}
      face={face}
      title={t("join.title", { name: isolated(face.name, visit.locale) })}
    >
      <p>{t("join.text")}</p>
      <PageForm view={{ visit }} action={askToJoinAction} token={token}>
        <Problem />
        <Field name="email" type="email" autoComplete="email" label={t("join.email")} />
        <Trap />
        <button type="submit">{t("join.submit")}</button>
      </PageForm>
      <p className="meta">
        <a href={href(visit, "/session")}>{t("join.member")}</a>
      </p>
    </FaceDocument>
  );
}

export default function Page(props: PageProps) {
  return facePage(FORMS.join, props, {
    open: loadJoinLink,
    draw: (visit, face, { token, sent }) => {
      if (!face.isOpen) return <Ended visit={visit} face={face} />;
      if (sent && !sentForm()) return <Sent visit={visit} face={face} />;
      return <Ask visit={visit} face={face} token={token} />;
    },
  });
}
