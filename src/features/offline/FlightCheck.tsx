import { CircleAlert, Plane } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useKeptPlaylists } from "../../app/use-live-table.ts";
import { favouriteSongs } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { List } from "../../ui/List.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { RowIcon } from "../../ui/RowIcon.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Section } from "../../ui/Section.tsx";
import styles from "./Storage.module.css";
import { checkForFlight, type FlightReport } from "./flight-check.ts";
import { useStorageAct } from "./use-storage-act.ts";

/** Further songs are shown as a number. */
const shownAtMost = 100;

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
        {report !== undefined && report.missing.length > 0 && <Missing {...report} />}
      </div>
    </Section>
  );
}

function Result({ ready, byLength, missing, unknownLists }: FlightReport) {
  const kept = useKeptPlaylists();
  const nameOf = (list: string) =>
    list === favouriteSongs
      ? texts.storage.favourites
      : (kept?.find(({ playlistId }) => playlistId === list)?.title ?? list);
  const isWhole = missing.length === 0 && unknownLists.length === 0;
  const lines = [
    isWhole ? (ready === 0 ? texts.storage.readyNone : texts.storage.ready(ready)) : undefined,
    missing.length > 0 ? texts.storage.notReady(missing.length) : undefined,
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

const Missing = ({ missing }: FlightReport) => (
  <List label={texts.storage.notReadyList}>
    {missing.slice(0, shownAtMost).map(({ songId, title, reason }) => (
      <ListRow
        key={songId}
        lead={
          <RowIcon>
            <CircleAlert />
          </RowIcon>
        }
        title={<bdi>{title ?? texts.storage.unknownSong}</bdi>}
        sub={texts.storage.reasons[reason]}
      />
    ))}
    {missing.length > shownAtMost && <ListRow title={texts.storage.more(missing.length - shownAtMost)} />}
  </List>
);
