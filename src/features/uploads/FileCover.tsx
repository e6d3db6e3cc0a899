import { Cover } from "../../ui/Cover.tsx";
import { FileImage } from "../../ui/FileImage.tsx";
import styles from "./FileCover.module.css";

/** The cover of a song before its upload, or a placeholder. */
export function FileCover({ file, seed }: { file: File | null; seed: string }) {
  if (file === null || !file.type.startsWith("image/")) return <Cover src={null} seed={seed} size={40} />;
  return (
    <span className={styles.cover}>
      <FileImage file={file} />
    </span>
  );
}
