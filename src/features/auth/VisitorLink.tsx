import type { MouseEvent, ReactNode } from "react";
import { useVisitor } from "./visitor-context.ts";

type Props = { to: "/login" | "/register" | "/register/artist"; children: ReactNode };

/** A link between visitor screens, which have no router until the app loads. */
export function VisitorLink({ to, children }: Props) {
  const { open, go } = useVisitor();
  // Preloads only: without the app, the browser follows the link.
  const prepare = () => void open().catch(() => {});
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain) return;
    event.preventDefault();
    go({ to });
  };
  return (
    <a href={to} onPointerEnter={prepare} onFocus={prepare} onClick={follow}>
      {children}
    </a>
  );
}
