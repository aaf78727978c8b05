type Props = { url: string; text: string };

/**
 * Leads to another host. Not a redirect: browsers follow none from a form to another host where
 * `form-action` is 'self'.
 */
export function ContinueLink({ url, text }: Props) {
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <p>
        <a href={url} className="underline">
          {text}
        </a>
      </p>
    </>
  );
}
