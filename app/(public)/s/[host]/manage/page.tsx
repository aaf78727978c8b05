import { FormDocument } from "#app/(public)/_forms/document.tsx";
import { Field, PageForm, Problem, Trap } from "#app/(public)/_forms/parts.tsx";
import { formPage, type PageProps } from "#app/(public)/_visit.tsx";
import { askAction } from "#app/(public)/s/[host]/manage/actions.ts";
import { sentForm } from "#lib/core/request/request-scope.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import type { View } from "#lib/site/view/view.ts";

const PATH = "/manage";

function AskForLink({ view, isSent }: { view: View; isSent: boolean }) {
  const { t } = view;
  return (
    <FormDocument view={view} path={PATH} title={t("subscribe.ask.title")}>
      {isSent ? (
        <p className="told" role="status">
          {t("subscribe.ask.sent")}
        </p>
      ) : (
        <PageForm view={view} action={askAction}>
          <p className="lead">{t("subscribe.ask.text")}</p>
          <Problem />
          <Field
            name="email"
            type="email"
            autoComplete="email"
            label={t("subscribe.email.label")}
          />
          <Trap />
          <button type="submit">{t("subscribe.ask.submit")}</button>
        </PageForm>
      )}
    </FormDocument>
  );
}

export default function Page(props: PageProps) {
  return formPage(FORMS.ask_for_link, props, {
    open: loadSnapshot,
    say: () => [],
    draw: (view, _, { sent }) => <AskForLink view={view} isSent={!!sent && !sentForm()} />,
  });
}
