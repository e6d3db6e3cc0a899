import { useEffect, useRef, useState } from "react";

type Props = {
  file: Blob;
  /** Called if this browser cannot show it. */
  onBroken?: () => void;
};

/** Shows an image file, or nothing for another file. Revokes its object URL when it unmounts. */
export function FileImage({ file, onBroken }: Props) {
  const ref = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<Blob>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (ref.current) ref.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const drop = () => {
    setBroken(file);
    onBroken?.();
  };
  return broken === file ? null : <img ref={ref} alt="" onError={drop} />;
}
