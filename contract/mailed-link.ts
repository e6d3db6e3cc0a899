/** The screen of links in mails, for visitors and signed-in users alike (specification 2.29). */
export const mailedLinkPath = "/auth/action";

export const isMailedLink = (pathname: string) =>
  pathname.startsWith(mailedLinkPath) && /^\/*$/.test(pathname.slice(mailedLinkPath.length));
