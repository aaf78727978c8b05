import type { Metadata } from "next";

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#117a5f"/><path d="M4 8.5l3 3 5.5-6.5" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** A tab of the application has its name and icon; search engines leave it out. */
export const METADATA: Metadata = {
  applicationName: "Allclear",
  icons: { icon: `data:image/svg+xml,${encodeURIComponent(ICON)}` },
  robots: { index: false },
};
