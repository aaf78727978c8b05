import { found } from "#app/(admin)/_shared/open.ts";
import { settingsIn } from "#app/(admin)/pages/[subdomain]/settings/_read.ts";
import { StatusPage } from "#app/(public)/_ui/start.tsx";
import { localeOf, sessionContext } from "#lib/identity/sessions/session.ts";
import { loadPreview } from "#lib/site/snapshot/load.ts";
import { footerTexts, textsOfStartPage } from "#lib/site/view/operator-texts.ts";
import { bytesForTexts, viewOf, withFittingCards, withTexts } from "#lib/site/view/view.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

function formOf(query: Awaited<Props["searchParams"]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(query))
    for (const value of [values ?? []].flat()) form.append(name, value);
  return form;
}

/** The first page with settings that are not saved: those in the address. */
export default async function PreviewPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { user, ctx } = await sessionContext();
  const chosen = settingsIn(formOf(await searchParams));
  const snapshot = await found(loadPreview(ctx, { subdomain }, chosen));
  const locale = await localeOf(user);
  const visit = { subdomain, base: `/s/${subdomain}`, locale, written: locale, chosen: null };
  const plain = withFittingCards(viewOf(visit, snapshot));
  const said = [...textsOfStartPage(plain), ...footerTexts(plain)];
  const view = await withTexts(plain, said, bytesForTexts(plain));
  const css = snapshot.page.settings.custom_css?.replaceAll("</", "<\\/");
  return (
    <StatusPage charts={[]} view={view}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a style sheet that cannot end here; no script runs in a preview */}
      {css && <style dangerouslySetInnerHTML={{ __html: css }} />}
    </StatusPage>
  );
}
