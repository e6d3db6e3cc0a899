import { Pause, Play, RotateCcw } from "lucide-react";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useDownloadSettings, useOnline } from "../../app/use-live-table.ts";
import { tellsMetered } from "../../lib/metered-connection.ts";
import { askAbove } from "../../sync/download-settings.ts";
import { retryFailed } from "../../sync/reconcile-downloads.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckboxField } from "../../ui/CheckboxField.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Section } from "../../ui/Section.tsx";
import styles from "./Storage.module.css";
import { StorageLimit } from "./StorageLimit.tsx";
import { type DownloadSummary, useDownloadSummary } from "./download-summary.ts";
import { useChangeSettings, useStorageAct } from "./use-storage-act.ts";

/** How far the downloads are, what holds them up, and what the user may decide of them (specification 17.10). */
export function DownloadControls() {
  const summary = useDownloadSummary();
  const settings = useDownloadSettings();
  const change = useChangeSettings();
  if (summary === undefined || settings === undefined) return null;
  const { paused, onMetered } = settings;
  const { wanted, ready, waiting, hold } = summary;
  const isHeld = paused || hold === "many";
  // With nothing on its way there is nothing to pause, unless the browser leaves it to the user to do so in time.
  const mayPause = isHeld || waiting > 0 || !tellsMetered();
  const goOn = () => change({ paused: false, many: settings.many || waiting > askAbove });
  return (
    <Section
      title={texts.storage.downloads}
      action={
        mayPause && (
          <Button
            small
            icon={isHeld ? <Play /> : <Pause />}
            // With nothing to fetch it is gone once they go on.
            leaves={waiting === 0 && tellsMetered()}
            onClick={() => (isHeld ? goOn() : change({ paused: true }))}
          >
            {isHeld ? texts.storage.goOn : texts.storage.pause}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {wanted > 0 ? (
          <>
            <p>{texts.storage.here(ready, wanted)}</p>
            <Progress label={texts.storage.downloads} value={ready / wanted} />
          </>
        ) : (
          <p>{texts.storage.nothingWanted}</p>
        )}
        <State {...summary} paused={paused} />
        <Problems {...summary} />
        {tellsMetered() ? (
          <CheckboxField
            label={texts.storage.onMetered}
            hint={texts.storage.onMeteredHint}
            value={onMetered}
            onValue={(value) => change({ onMetered: value })}
          />
        ) : (
          <p className={styles.hint}>{texts.storage.meteredUnknown}</p>
        )}
        <StorageLimit />
      </div>
    </Section>
  );
}

type StateProps = DownloadSummary &
  Pick<NonNullable<ReturnType<typeof useDownloadSummary>>, "hold"> & { paused: boolean };

function State({ wanted, ready, waiting, waitingBytes, hold, paused }: StateProps) {
  const online = useOnline();
  const { bytes } = texts.format;
  const states = [
    paused ? texts.storage.holds.paused : hold && texts.storage.holds[hold],
    waiting > 0 && !online && texts.storage.offline,
    wanted > 0 && ready === wanted && texts.storage.complete,
  ];
  return (
    <>
      <p role="status" className={styles.hint}>
        {states.filter(Boolean).join(" · ")}
      </p>
      {/* Not in the region: it changes with each song, and would be read out each time. */}
      {waiting > 0 && <p className={styles.hint}>{texts.storage.coming(bytes(waitingBytes))}</p>}
    </>
  );
}

/** What could not be kept, and why. */
function Problems({ full, damaged, over }: DownloadSummary) {
  const { db, uid } = useAccount();
  const { worker } = useApp();
  const act = useStorageAct();
  const retry = async () => {
    await retryFailed(db);
    worker.requestDownloads(uid, true);
  };
  return (
    <>
      {full + damaged > 0 && (
        <div className={styles.problem}>
          <p>
            <strong>{texts.storage.failed(full + damaged)}.</strong> {full > 0 && texts.storage.full}{" "}
            {damaged > 0 && texts.storage.damaged}
          </p>
          <Button small icon={<RotateCcw />} leaves onClick={() => act(retry)}>
            {texts.storage.retry}
          </Button>
        </div>
      )}
      {over > 0 && <p className={styles.problem}>{texts.storage.overLimit(over)}</p>}
    </>
  );
}
