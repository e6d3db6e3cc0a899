/** Prerenders the documents. The build runs this in Node. */
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { actionToastMs, toastMs } from "../../contract/rules/limits.ts";
import type { MemberPath, VisitorPath } from "../../contract/screens.ts";
import type { Visitor } from "../features/auth/visitor-context.ts";
import { VisitorScreen } from "./VisitorScreen.tsx";
import { pageOf } from "./page-root.tsx";
import { MemberFrame } from "../routes/MemberFrame.tsx";
import { setLanguage } from "../app/language.ts";
import { languages } from "../texts/catalogues.ts";
import { texts } from "../texts/texts.ts";
import { createToaster } from "../ui/toaster.ts";

export function renderVisitor(path: VisitorPath): { html: string; title: string } {
  const screen = <VisitorScreen visitor={nobody} path={path} email="" />;
  const html = renderToString(pageOf(screen, nobody.toaster));
  // As at runtime, the title comes from the heading.
  const heading = /<h1>([^<]+)<\/h1>/.exec(html)?.[1] ?? texts.app.name;
  return { html, title: texts.frame.title(heading) };
}

/** The member's frame without data. Its links are plain links until the app has loaded. */
export function renderMember(path: MemberPath): string {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  return renderToString(
    <RouterContextProvider router={router}>
      <MemberFrame path={path} />
    </RouterContextProvider>,
  );
}

/** What the document says itself. */
export const documentTexts = () => texts.app;

export { languages, setLanguage };

const never = () => Promise.reject(new Error("Nothing is opened at build"));

/** A visitor without site configuration: none exists at build time. */
const nobody: Visitor = {
  config: {
    current: () => undefined,
    bases: () => ({ api: "", statistics: "" }),
    ready: never,
    refresh: never,
    mediaUrl: (url) => url,
  },
  toaster: createToaster({ ms: toastMs, actionMs: actionToastMs }),
  open: never,
  go() {},
};
