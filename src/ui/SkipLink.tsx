import styles from "./SkipLink.module.css";

/** The first tab stop, which skips the navigation. */
export function SkipLink({ children, target = "main" }: { children: string; target?: string }) {
  return (
    <a
      className={styles.link}
      href={`#${target}`}
      onClick={(event) => {
        // The router owns the URL.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}
