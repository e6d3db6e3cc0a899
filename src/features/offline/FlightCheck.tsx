import { Plane } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useDownloads, useKeptPlaylists } from "../../app/use-live-table.ts";
import { favouriteSongs } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Section } from "../../ui/Section.tsx";
import styles from "./Storage.module.css";
import { checkForFlight, type FlightReport } from "./flight-check.ts";
import { isHereNow, MissingSongs } from "./MissingSongs.tsx";
import { useStorageAct } from "./use-storage-act.ts";

/** "Ready for the flight" (specification 17.14). */
export function FlightCheck() {
  const app = useApp();
  const account = useAccount();
  const act = useStorageAct();
  const [progress, setProgress] = useState<{ done: number; count: number }>();
  const [report, setReport] = useState<FlightReport>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const check = async () => {
    const { signal } = (stop.current = new AbortController());
    setReport(undefined);
    setProgress({ done: 0, count: 0 });
    try {
      const onProgress = (done: number, count: number) => setProgress({ done, count });
      const result = await checkForFlight(app, account, { onProgress, signal });
      if (!signal.aborted) setReport(result);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Section title={texts.storage.flight}>
      <div className={styles.stack}>
        <p className={styles.hint}>{texts.storage.flightNote}</p>
        <Button className={styles.check} icon={<Plane />} busy={progress !== undefined} onClick={() => act(check)}>
          {texts.storage.check}
        </Button>
        {progress !== undefined && (
          <>
            <p>{texts.storage.checking(progress.done, progress.count)}</p>
            <Progress
              label={texts.storage.flight}
              value={progress.count === 0 ? null : progress.done / progress.count}
            />
          </>
        )}
        <div role="status">{report !== undefined && <Result {...report} />}</div>
        {report !== undefined && report.missing.length > 0 && <MissingSongs songs={report.missing} />}
      </div>
    </Section>
  );
}

/** What the check has found, with what came since: songs are fetched while the result is read. */
function Result(report: FlightReport) {
  const kept = useKeptPlaylists();
  const downloads = useDownloads();
  const { unknownLists } = report;
  const arrived = report.missing.filter((song) => isHereNow(song, downloads));
  const missing = report.missing.length - arrived.length;
  const ready = report.ready + arrived.length;
  const byLength = report.byLength + arrived.filter(({ songId }) => downloads?.get(songId)?.sha256 === null).length;
  const nameOf = (list: string) =>
    list === favouriteSongs
      ? texts.storage.favourites
      : (kept?.find(({ playlistId }) => playlistId === list)?.title ?? list);
  const isWhole = missing === 0 && unknownLists.length === 0;
  const lines = [
    isWhole ? (ready === 0 ? texts.storage.readyNone : texts.storage.ready(ready)) : undefined,
    missing > 0 ? texts.storage.notReady(missing) : undefined,
    unknownLists.length > 0 ? texts.storage.unknownLists(texts.format.list(unknownLists.map(nameOf))) : undefined,
    byLength > 0 ? texts.storage.byLength(byLength) : undefined,
  ];
  return lines.map(
    (line, index) =>
      line !== undefined && (
        <p key={line} className={index === 0 ? styles.whole : undefined}>
          {line}
        </p>
      ),
  );
}
