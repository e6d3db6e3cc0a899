import { useEffect, useRef, useState } from "react";

/** Shows an image that is still a file, or nothing if it is none; its address lives as long as the picture. */
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
