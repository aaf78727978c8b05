import { type Locale, messages } from "#lib/i18n/translator.ts";
import { Captcha } from "./_captcha.tsx";

/** What stands in a sign-in that is not for machines. */
export function AskedForCaptcha({ locale }: { locale: Locale }) {
  const { label, verifying, verified, error, expired, plain } = messages(locale).access.captcha;
  const texts = { label, verifying, verified, error, expired, waitAlert: verifying };
  return (
    <>
      <Captcha locale={locale} texts={texts} />
      <noscript>
        <p className="text-muted text-sm">{plain}</p>
      </noscript>
    </>
  );
}
