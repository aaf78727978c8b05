const GOOGLE = "https://calendar.google.com/calendar/render";
const OUTLOOK = "https://outlook.live.com/calendar/0/addfromweb";

/** Where visitors subscribe to a calendar with the account that they have. */
export function calendarServices(
  name: string,
  address: string,
): Record<"google" | "outlook", string> {
  const cid = address.replace(/^https?:/, "webcal:");
  return {
    google: `${GOOGLE}?${new URLSearchParams({ cid })}`,
    outlook: `${OUTLOOK}?${new URLSearchParams({ url: address, name })}`,
  };
}
