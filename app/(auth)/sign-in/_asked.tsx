import { type Locale, messages } from "#lib/platform/i18n/translator.ts";
import { CaptchaWhereAsked } from "./_captcha.tsx";

/** What stands in a sign-in that is not, or no longer, for machines. */
export function AskedForCaptcha({ locale, isAsked }: { locale: Locale; isAsked: boolean }) {
  const { label, verifying, verified, error, expired, plain } = messages(locale).access.captcha;
  const texts = { label, verifying, verified, error, expired, waitAlert: verifying };
  return <CaptchaWhereAsked locale={locale} texts={texts} isAsked={isAsked} plain={plain} />;
}
