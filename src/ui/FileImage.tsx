import { useEffect, useRef, useState } from "react";

/** Shows an image file, or nothing for another file. Revokes its object URL when it unmounts. */
export function FileImage({ file }: { file: Blob }) {
  const ref = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<Blob>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (ref.current) ref.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return broken === file ? null : <img ref={ref} alt="" onError={() => setBroken(file)} />;
}
