import { chosenWords } from "#app/(public)/_forms/chosen-words.ts";
import { Ended, FormDocument, Keepsake } from "#app/(public)/_forms/document.tsx";
import { PageForm, Problem } from "#app/(public)/_forms/parts.tsx";
import { AddressText } from "#app/(public)/_ui/address.tsx";
import { HERE } from "#app/(public)/_ui/time.tsx";
import { formPage, type PageProps } from "#app/(public)/_visit.tsx";
import { confirmAction } from "#app/(public)/s/[host]/subscribe/confirm/[token]/actions.ts";
import { sentForm } from "#lib/core/request/request-scope.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { type OwnSubscription, readOwnSubscription } from "#lib/subscribers/sign-up/read.ts";

type Confirmed = { token: string; secret: string | null };
type Props = { view: View; own: OwnSubscription; path: string; isByLink: boolean };

function Done({ view, own, path, isByLink, confirmed }: Props & { confirmed: Confirmed | null }) {
  const { t, visit, snapshot } = view;
  const { name } = snapshot.page;
  const { address } = own;
  return (
    <FormDocument view={view} path={path} title={t("subscribe.confirm.done")} isByLink={isByLink}>
      <p className="told" role="status">
        <AddressText
          text={t("subscribe.confirm.done_text", { name, address: HERE })}
          address={address}
        />
      </p>
      {confirmed?.secret && (
        <Keepsake
          title={t("subscribe.secret.title")}
          text={t("subscribe.secret.text")}
          value={confirmed.secret}
        />
      )}
      <p className="ways">
        <a href={href(visit, confirmed ? `/manage/${confirmed.token}` : "/manage")}>
          {t("subscribe.confirm.manage")}
        </a>
      </p>
    </FormDocument>
  );
}

function Asked({
  view,
  own,
  path,
  isByLink,
  token,
  what,
}: Props & { token: string; what: string }) {
  const { t, snapshot } = view;
  const { name } = snapshot.page;
  const { address } = own;
  return (
    <FormDocument view={view} path={path} title={t("subscribe.confirm.title")} isByLink={isByLink}>
      <p className="lead">
        <AddressText
          text={t("subscribe.confirm.text", { name, address: HERE })}
          address={address}
        />
        {what && ` ${t("subscribe.confirm.what", { what })}`}
      </p>
      <PageForm view={view} action={confirmAction} token={token}>
        <Problem />
        <button type="submit">{t("subscribe.confirm.button")}</button>
      </PageForm>
    </FormDocument>
  );
}

export default function Page(props: PageProps) {
  return formPage(FORMS.confirm, props, {
    open: (ctx, { subdomain, token }) =>
      readOwnSubscription(ctx, { subdomain, token, purpose: "confirm" }),
    say: () => [],
    draw: (view, { own, incident, isByLink }, { token }) => {
      const path = `/subscribe/confirm/${token}`;
      if (!own) return <Ended view={view} path={path} />;
      const confirmed = sentForm()?.result as Confirmed | null | undefined;
      const known = { view, own, path, isByLink };
      if (own.isConfirmed) return <Done {...known} confirmed={confirmed ?? null} />;
      return <Asked {...known} token={token} what={chosenWords(view, own, incident)} />;
    },
  });
}
