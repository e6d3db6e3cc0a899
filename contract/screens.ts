/** The addresses that have a screen, as page, worker and server agree on them (specification 3.1). */

/** Screens of visitors. */
export const visitorPaths = ["/login", "/register", "/register/artist"] as const;
export type VisitorPath = (typeof visitorPaths)[number];

/** Screens of signed-in users, by their first segment. */
export const memberPaths = ["/home-page", "/favorites", "/mysongs", "/changes"] as const;

/** What a visitor sees at an address; undefined where there is no screen for anybody. */
export function visitorPathOf(pathname: string): VisitorPath | undefined {
  const path = pathname.replace(/(.)\/+$/, "$1");
  const own = visitorPaths.find((each) => each === path);
  if (own !== undefined) return own;
  const isKnown = path === "/" || memberPaths.some((each) => each === `/${path.split("/")[1]}`);
  return isKnown ? "/login" : undefined;
}
