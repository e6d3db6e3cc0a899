import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useVisitor } from "../features/auth/visitor-context.ts";
import { texts } from "../texts/en.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Logo } from "../ui/Logo.tsx";
import { focusScreen, setDocumentTitle } from "../app/document-title.ts";
import styles from "./VisitorPage.module.css";

type Props = {
  title: string;
  note?: ReactNode;
  /** Says what Offbeat is, for those who come the first time. */
  slogan?: boolean;
  /** Below the form: the way to the other forms. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The frame of the screens of visitors (specification 3.3, 3.4). */
export function VisitorPage({ title, note, slogan, footer, children }: Props) {
  const announced = useRef(title);
  useEffect(() => {
    const heading = setDocumentTitle();
    // Another form in the same place is as good as another page.
    if (announced.current === title) return;
    announced.current = title;
    focusScreen(heading);
  }, [title]);
  return (
    <div className={styles.page}>
      <BackButton />
      <header>
        <p className={styles.brand}>
          <Logo />
          {texts.app.name}
        </p>
        {slogan && <p className={styles.slogan}>{texts.auth.slogan}</p>}
      </header>
      <main className={styles.card}>
        <h1>{title}</h1>
        {note && <p className={styles.note}>{note}</p>}
        {children}
      </main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}

/** To where one came from; without a page before this one, to the login (specification 3.2.1). */
function BackButton() {
  const { go } = useVisitor();
  return (
    <div className={styles.back}>
      <IconButton
        label={texts.app.back}
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={() => (history.length > 1 ? history.back() : go({ to: "/login" }))}
      />
    </div>
  );
}
