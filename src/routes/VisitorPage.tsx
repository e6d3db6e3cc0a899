import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useVisitor } from "../features/auth/visitor-context.ts";
import { texts } from "../texts/texts.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Logo } from "../ui/Logo.tsx";
import { focusScreen, setDocumentTitle } from "../app/document-title.ts";
import styles from "./VisitorPage.module.css";

type Props = {
  title: string;
  note?: ReactNode;
  /** Introduces Offbeat to first-time visitors. */
  slogan?: boolean;
  /** Below the form: links to the other forms. */
  footer?: ReactNode;
  /** Back from a form that stands in the place of another; default the previous page. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
};

/** The layout of visitor screens (specification 3.3, 3.4). */
export function VisitorPage({ title, note, slogan, footer, onBack, children }: Props) {
  const announced = useRef(title);
  useEffect(() => {
    const heading = setDocumentTitle();
    // A new form in the same place counts as a new page.
    if (announced.current === title) return;
    announced.current = title;
    focusScreen(heading);
  }, [title]);
  return (
    <div className={styles.page}>
      <BackButton onBack={onBack} />
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

/** Back to the form before this one or the previous page, or to the login (specification 3.2.1). */
function BackButton({ onBack }: Pick<Props, "onBack">) {
  const { go } = useVisitor();
  const leave = () => (history.length > 1 ? history.back() : go({ to: "/login" }));
  return (
    <div className={styles.back}>
      <IconButton label={texts.app.back} icon={<ArrowLeft aria-hidden="true" />} onClick={onBack ?? leave} />
    </div>
  );
}
