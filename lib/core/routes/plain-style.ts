/** The style sheet of documents that are about no page. */
export const PLAIN_STYLE =
  ":root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}body{max-width:36rem;margin:0 auto;padding:15vh 1.5rem}h1{font-size:1.5rem;line-height:1.3}a{color:inherit}button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit}";
