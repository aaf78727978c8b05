import { type Locale, messages } from "#lib/platform/i18n/translator.ts";
import { CaptchaWhereAsked } from "./_captcha.tsx";

/** Part of a sign-in that machines may not, or no longer, use. */
export function AskedForCaptcha({ locale, isAsked }: { locale: Locale; isAsked: boolean }) {
  const { label, verifying, verified, error, expired, plain } = messages(locale).access.captcha;
  const texts = { label, verifying, verified, error, expired, waitAlert: verifying };
  return <CaptchaWhereAsked locale={locale} texts={texts} isAsked={isAsked} plain={plain} />;
}
