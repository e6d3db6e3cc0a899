import styles from "./SkipLink.module.css";

/** The first stop of the Tab key: past the navigation to the content. */
export function SkipLink({ children, target = "main" }: { children: string; target?: string }) {
  return (
    <a
      className={styles.link}
      href={`#${target}`}
      onClick={(event) => {
        // The router owns the address.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}
