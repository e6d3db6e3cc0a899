import { useEffect, useRef } from "react";

/** Shows an image that is still a file; its address lives as long as the picture. */
export function FileImage({ file }: { file: Blob }) {
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (ref.current) ref.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <img ref={ref} alt="" />;
}
