import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { usePanelShown } from "../../ui/Tabs.tsx";
import { useBackCloses } from "../../ui/use-back-closes.ts";
import styles from "./Profile.module.css";

type Props = {
  title: string;
  /** What it is now. */
  children: ReactNode;
  /** Name of the button that opens and closes the form. */
  label: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  form: ReactNode;
};

/** A part of the profile whose form folds open and closed, also by Back, with the focus (specification 3.6.2). */
export function Collapsible({ title, children, label, open, onToggle, form }: Props) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  // Back never folds what nobody sees.
  const isShown = usePanelShown();
  useBackCloses(open && isShown, true, () => onToggle(false));
  useEffect(() => {
    if (wasOpen.current === open) return;
    wasOpen.current = open;
    if (open) place.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus();
    // The form that had the focus is gone.
    else if (document.activeElement === document.body) toggle.current?.focus();
  }, [open]);
  return (
    <section className={styles.part} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <div className={styles.about}>
          <h2 id={`${id}-title`}>{title}</h2>
          {children}
        </div>
        <Button ref={toggle} aria-expanded={open} aria-controls={id} onClick={() => onToggle(!open)}>
          {label}
        </Button>
      </div>
      <div ref={place} id={id}>
        {open && form}
      </div>
    </section>
  );
}
