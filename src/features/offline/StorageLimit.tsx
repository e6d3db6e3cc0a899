import { useDownloadHold, useDownloadSettings } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { useChangeSettings } from "./use-storage-act.ts";

const offered = [100e6, 250e6, 500e6, 1e9, 2e9, 5e9, 10e9, 20e9];

/** The most that songs may take on this device (specification 17.58). */
export function StorageLimit() {
  const limit = useDownloadSettings()?.limit ?? null;
  const asks = useDownloadHold() === "many";
  const change = useChangeSettings();
  // Another version may have offered others.
  const limits = limit === null || offered.includes(limit) ? offered : [limit, ...offered];
  return (
    <SelectField
      label={texts.storage.limit}
      hint={texts.storage.limitHint}
      value={limit === null ? "none" : String(limit)}
      onValue={(value) =>
        // It is one of the answers to the question whether so many songs shall come.
        change({ limit: value === "none" ? null : Number(value), ...(asks && value !== "none" && { many: true }) })
      }
      options={[
        { value: "none", label: texts.storage.noLimit },
        ...limits.map((bytes) => ({ value: String(bytes), label: texts.format.bytes(bytes) })),
      ]}
    />
  );
}
