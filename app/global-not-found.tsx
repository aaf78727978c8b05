import { Document } from "#app/_ui/admin/document.tsx";
import NotFound from "#app/(admin)/not-found.tsx";
import { currentUser, localeOf } from "#lib/identity/sessions/session.ts";

export { METADATA as metadata } from "#app/_ui/admin/metadata.ts";

/** The answer to unknown addresses on the operators' host; complete without scripts. */
export default async function UnknownAddress() {
  const user = await currentUser().catch(() => null);
  return (
    <Document locale={await localeOf(user)}>
      <NotFound />
    </Document>
  );
}
