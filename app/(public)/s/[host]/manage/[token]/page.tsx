import { Choices, OwnServices } from "#app/(public)/_forms/choices.tsx";
import { Ended, FormDocument, Keepsake } from "#app/(public)/_forms/document.tsx";
import { Format } from "#app/(public)/_forms/format.tsx";
import { Living, mayLive } from "#app/(public)/_forms/living.tsx";
import { PageForm, Problem } from "#app/(public)/_forms/parts.tsx";
import { AddressText } from "#app/(public)/_ui/address.tsx";
import { HERE } from "#app/(public)/_ui/time.tsx";
import { formPage, type PageProps } from "#app/(public)/_visit.tsx";
import {
  chooseAction,
  renewAction,
  rotateAction,
} from "#app/(public)/s/[host]/manage/[token]/actions.ts";
import { sentForm } from "#lib/core/request/request-scope.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { type OwnSubscription, readOwnSubscription } from "#lib/subscribers/sign-up/read.ts";

const SAVED = { choice: "saved", link: "renewed" } as const;

function isSaved(saved: string | undefined): saved is keyof typeof SAVED {
  return saved !== undefined && Object.hasOwn(SAVED, saved);
}

type Props = {
  view: View;
  own: OwnSubscription;
  token: string;
  incident: PlainIncidentRow | null;
  isNarrowed: boolean;
  isByLink: boolean;
  saved: string | undefined;
};

function Manage({ view, own, token, incident, isNarrowed, isByLink, saved }: Props) {
  const { t, visit, snapshot } = view;
  const { name } = snapshot.page;
  const path = `/manage/${token}`;
  const rotated = sentForm()?.result;
  return (
    <FormDocument view={view} path={path} title={t("subscribe.manage.title")} isByLink={isByLink}>
      {isSaved(saved) && !sentForm() && (
        <p className="told" role="status">
          {t(`subscribe.manage.${SAVED[saved]}`)}
        </p>
      )}
      {typeof rotated === "string" && (
        <Keepsake
          title={t("subscribe.secret.renewed")}
          text={t("subscribe.secret.text")}
          value={rotated}
        />
      )}
      <p className="lead">
        <AddressText
          text={t("subscribe.manage.of", { name, address: HERE })}
          address={own.address}
        />
      </p>
      <PageForm view={view} action={chooseAction} token={token}>
        <Problem />
        {isByLink ? (
          <OwnServices view={view} current={own} />
        ) : (
          <Choices view={view} current={own} incident={incident} isNarrowed={isNarrowed} />
        )}
        {own.type === "webhook" && <Format view={view} format={own.format} />}
        {mayLive(own.type) && (
          <>
            <input type="hidden" name="lived" value={own.isThreaded ? "1" : ""} />
            <Living view={view} types={[own.type]} name="living" isThreaded={own.isThreaded} />
          </>
        )}
        <button type="submit">{t("subscribe.manage.save")}</button>
      </PageForm>
      {own.type === "webhook" && <Secret view={view} token={token} />}
      <section aria-labelledby="end">
        <h2 id="end">{t("subscribe.manage.end")}</h2>
        <p>{t("subscribe.manage.end_text")}</p>
        <form className="form" method="post" action={href(visit, `/unsubscribe/${token}`)}>
          <button type="submit" className="quiet">
            {t("subscribe.manage.unsubscribe")}
          </button>
        </form>
      </section>
      <section aria-labelledby="renew">
        <h2 id="renew">{t("subscribe.manage.renew")}</h2>
        <p>{t("subscribe.manage.renew_text")}</p>
        <PageForm view={view} action={renewAction} token={token}>
          <button type="submit" className="quiet">
            {t("subscribe.manage.renew_button")}
          </button>
        </PageForm>
      </section>
    </FormDocument>
  );
}

function Secret({ view, token }: Pick<Props, "view" | "token">) {
  const { t } = view;
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">{t("subscribe.secret.title")}</h2>
      <p>{t("subscribe.manage.rotate_text")}</p>
      <PageForm view={view} action={rotateAction} token={token}>
        <button type="submit" className="quiet">
          {t("subscribe.manage.rotate")}
        </button>
      </PageForm>
    </section>
  );
}

export default function Page(props: PageProps) {
  return formPage(FORMS.manage, props, {
    open: (ctx, { subdomain, token }) =>
      readOwnSubscription(ctx, { subdomain, token, purpose: "manage" }),
    say: () => [],
    draw: (view, { own, ...opened }, { token, saved }) =>
      own ? (
        <Manage view={view} own={own} token={token} saved={saved} {...opened} />
      ) : (
        <Ended view={view} path={`/manage/${token}`} />
      ),
  });
}
