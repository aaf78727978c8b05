import type { Admin } from "#app/(admin)/_shared/open.ts";
import { readComposable, readKit } from "#app/(admin)/pages/[subdomain]/_composer/read.ts";
import { UpdateComposer } from "#app/(admin)/pages/[subdomain]/_composer/update-composer.tsx";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";

/** The composer on a screen that shows its incident. */
export async function Composer({ admin, incident }: { admin: Admin; incident: Listed }) {
  const [composable, kit] = await Promise.all([readComposable(admin, incident), readKit(admin)]);
  return <UpdateComposer subdomain={admin.page.subdomain} incident={composable} kit={kit} />;
}
