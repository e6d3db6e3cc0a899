/** The paths of all screens, shared by page, build, worker and server (specification 3.1). */
import { isMailedLink, mailedLinkPath } from "./mailed-link.ts";

/** Screens for visitors. */
export const visitorPaths = ["/login", "/register", "/register/artist"] as const;

/** Screens whose document shows them without an account. */
export type VisitorPath = (typeof visitorPaths)[number] | typeof mailedLinkPath;

/** Screens for signed-in users, by first path segment. */
export const memberPaths = [
  "/home-page",
  "/favorites",
  "/mysongs",
  "/changes",
  "/storage",
  "/profile",
  "/playlist-user",
  "/playlists",
  "/my-playlists",
  "/playlist",
  "/search",
  "/artist",
] as const;
export type MemberPath = (typeof memberPaths)[number];

/** The screen that a visitor sees at a path; undefined for an unknown path. */
export function visitorPathOf(pathname: string): VisitorPath | undefined {
  const path = pathname.replace(/(?<=^\/|[^/])\/+$/, "");
  if (isMailedLink(path)) return mailedLinkPath;
  const own = visitorPaths.find((each) => each === path);
  if (own !== undefined) return own;
  return path === "/" || memberPathOf(path) !== undefined ? "/login" : undefined;
}

const memberPathOf = (pathname: string): MemberPath | undefined =>
  memberPaths.find((each) => each === `/${pathname.split("/")[1]}`);

/** A prerendered document of the build. */
interface PageDocument {
  file: string;
  visitor: VisitorPath;
  member: MemberPath;
}

const shell: PageDocument = { file: "index.html", visitor: "/login", member: "/home-page" };

export const documents: readonly PageDocument[] = [
  shell,
  { file: "register.html", visitor: "/register", member: "/home-page" },
  { file: "register-artist.html", visitor: "/register/artist", member: "/home-page" },
  { file: "auth-action.html", visitor: mailedLinkPath, member: "/home-page" },
  ...memberPaths
    .filter((path) => path !== shell.member)
    .map((member) => ({ file: `${member.slice(1)}.html`, visitor: shell.visitor, member })),
];

/** The document that is served for a path. */
export function documentOf(pathname: string): PageDocument {
  const visitor = visitorPathOf(pathname) ?? shell.visitor;
  const member = memberPathOf(pathname) ?? shell.member;
  return documents.find((each) => each.visitor === visitor && each.member === member) ?? shell;
}
