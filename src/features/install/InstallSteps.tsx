import type { ReactNode } from "react";
import { texts } from "../../texts/texts.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./InstallSteps.module.css";

/** How to install on an iPhone or iPad, in words and pictures: Safari has no button for it (specification 17.60). */
export function InstallSteps({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { share, add, confirm } = texts.install.steps;
  const steps: [ReactNode, string][] = [
    [<ShareButton key="share" />, share],
    [<MenuEntry key="menu" />, add],
    [<AddButton key="add" />, confirm],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={texts.install.stepsTitle} size="small">
      <ol className={styles.steps}>
        {steps.map(([picture, words]) => (
          <li key={words} className={styles.step}>
            {picture}
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

const Picture = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 96 64"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
);

/** Safari's bar with the share sign: a square with an arrow out of it. */
const ShareButton = () => (
  <Picture>
    <path d="M0 44h96" opacity="0.4" />
    <path d="M12 54l-4 0M22 54h4M70 54h4M84 54h4" opacity="0.4" />
    <g className={styles.accent} stroke="currentColor">
      <path d="M42 24h-4v18h20V24h-4" />
      <path d="M48 32V12m-6 6 6-6 6 6" />
    </g>
  </Picture>
);

/** The entry of the share menu: lines of text, and a plus in a square. */
const MenuEntry = () => (
  <Picture>
    <rect x="8" y="8" width="80" height="48" rx="8" opacity="0.4" />
    <path d="M18 20h30M18 46h24" opacity="0.4" />
    <path d="M8 28h80M8 38h80" opacity="0.2" />
    <g className={styles.accent} stroke="currentColor">
      <path d="M18 33h40" />
      <rect x="68" y="27" width="12" height="12" rx="3" />
      <path d="M74 30v6m-3-3h6" />
    </g>
  </Picture>
);

/** The home screen, with the app's ring among other icons. */
const AddButton = () => (
  <Picture>
    <g opacity="0.4">
      <rect x="12" y="10" width="18" height="18" rx="5" />
      <rect x="39" y="10" width="18" height="18" rx="5" />
      <rect x="12" y="36" width="18" height="18" rx="5" />
      <rect x="66" y="10" width="18" height="18" rx="5" />
    </g>
    <g className={styles.accent} stroke="currentColor">
      <rect x="39" y="36" width="18" height="18" rx="5" />
      <path d="M48 41a4.5 4.5 0 1 0 4.4 3.6" />
      <circle cx="52" cy="41" r="1" fill="currentColor" />
    </g>
  </Picture>
);
