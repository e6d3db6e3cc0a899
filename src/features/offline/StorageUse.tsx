import { Disc3, Heart, Image, ListMusic, LoaderCircle, Upload } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Download } from "../../../contract/worker-messages.ts";
import { useAccount } from "../../app/app-context.ts";
import { useDownloads, useKeptPlaylists, useWaitingUploads } from "../../app/use-live-table.ts";
import type { AccountDatabase } from "../../db/database.ts";
import { leftoverBytes, type WaitingUpload } from "../../db/upload-rows.ts";
import { favouriteSongs } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { List } from "../../ui/List.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { RowIcon } from "../../ui/RowIcon.tsx";
import { Section } from "../../ui/Section.tsx";
import styles from "./Storage.module.css";
import { type CacheUse, clearCovers, createMeasurer, measureCaches } from "./storage-use.ts";
import { useLetGo } from "./use-let-go.tsx";
import { useStorageAct } from "./use-storage-act.ts";

/** What the space goes to, by kind and by list, and what of it can be freed (specification 3.17.1). */
export function StorageUse() {
  const { uid, db } = useAccount();
  const act = useStorageAct();
  const rows = useDownloads();
  const kept = useKeptPlaylists();
  const { letGo, question } = useLetGo();
  const { use, measure } = useCacheUse(uid, rows);
  const waiting = useWaitingUploads() ?? [];
  const leftovers = useLeftovers(db, waiting.length);
  if (rows === undefined) return null;
  const { bytes } = texts.format;
  const here = [...rows.values()].filter(({ state }) => state === "ready");
  const lists = [
    { id: favouriteSongs, title: texts.storage.favourites, icon: <Heart /> },
    ...(kept ?? []).map(({ playlistId, title }) => ({ id: playlistId, title, icon: <ListMusic /> })),
  ];
  const clear = async () => {
    await clearCovers(uid);
    measure();
  };
  return (
    <>
      <Section title={texts.storage.use}>
        <List label={texts.storage.use}>
          <Row icon={<Disc3 />} title={texts.storage.songsKind} sub={bytes(sizeOf(here))} />
          {use !== undefined && use.parts > 0 && (
            <Row icon={<LoaderCircle />} title={texts.storage.partsKind} sub={bytes(use.parts)} />
          )}
          {waiting.length > 0 && (
            <Row
              icon={<Upload />}
              title={texts.storage.uploadsKind}
              sub={`${bytes(uploadBytes(waiting))} · ${texts.storage.uploadsHint}`}
            />
          )}
          {leftovers > 0 && (
            <Row
              icon={<Upload />}
              title={texts.storage.leftoversKind}
              sub={`${bytes(leftovers)} · ${texts.storage.leftoversHint}`}
            />
          )}
          {use !== undefined && (
            <Row
              icon={<Image />}
              title={texts.storage.coversKind}
              sub={[bytes(use.keptCovers + use.shownCovers), use.shownCovers > 0 && texts.storage.coversHint]
                .filter(Boolean)
                .join(" · ")}
              action={
                use.shownCovers > 0 && (
                  <Button small leaves onClick={() => act(clear)}>
                    {texts.storage.clearCovers}
                  </Button>
                )
              }
            />
          )}
        </List>
      </Section>
      {question}
      <Section title={texts.storage.lists}>
        <p className={styles.hint}>{texts.storage.listsHint}</p>
        <List label={texts.storage.lists}>
          {lists.map(({ id, title, icon }) => {
            const wanted = [...rows.values()].filter((row) => isFor(row, id));
            const ready = wanted.filter(({ state }) => state === "ready");
            return (
              <Row
                key={id}
                icon={icon}
                title={<bdi>{title}</bdi>}
                sub={
                  wanted.length === 0
                    ? texts.storage.noSongs
                    : texts.storage.count(ready.length, wanted.length, bytes(sizeOf(ready)))
                }
                action={
                  id !== favouriteSongs && (
                    <Button
                      small
                      aria-label={texts.storage.unkeep(title)}
                      leaves
                      onClick={({ currentTarget }) => act(() => letGo({ playlistId: id, title }, currentTarget))}
                    >
                      {texts.storage.unkeepShort}
                    </Button>
                  )
                }
              />
            );
          })}
        </List>
      </Section>
    </>
  );
}

/** Rows of older versions say no reason: they are favourites. */
const isFor = ({ reasons = [favouriteSongs] }: Download, list: string) => reasons.includes(list);

const sizeOf = (rows: readonly Download[]) => rows.reduce((sum, { bytes, received }) => sum + (bytes || received), 0);

const uploadBytes = (uploads: readonly WaitingUpload[]) =>
  uploads.reduce((sum, { song }) => sum + (song?.audio.size ?? 0) + (song?.cover?.size ?? 0), 0);

/** Bytes of discarded uploads and of a crash; measured when the screen opens and when an upload has come or gone. */
function useLeftovers(db: AccountDatabase, waiting: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    let ended = false;
    leftoverBytes(db, Date.now()).then(
      (measured) => void (ended || setLeft(measured)),
      (error: unknown) => console.warn("The leftovers of uploads could not be measured", error),
    );
    return () => {
      ended = true;
    };
    // An upload that came or went may have left something.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [db, waiting]);
  return left;
}

/** Measured when the screen opens and when songs have come or gone. */
function useCacheUse(uid: string, rows: ReadonlyMap<string, Download> | undefined) {
  const [use, setUse] = useState<CacheUse>();
  const ready = rows && [...rows.values()].filter(({ state }) => state === "ready").length;
  const newest = useRef(rows);
  useEffect(() => {
    newest.current = rows;
  });
  const [measurer, setMeasurer] = useState<ReturnType<typeof createMeasurer>>();
  useEffect(() => {
    const measure = () => measureCaches(uid, new Set([...(newest.current?.values() ?? [])].map(({ path }) => path)));
    const created = createMeasurer(measure, setUse);
    setMeasurer(created);
    return created.end;
  }, [uid]);
  useEffect(() => {
    // Progress changes the rows all the time; only songs that came or went matter.
    if (ready !== undefined) measurer?.ask();
  }, [measurer, ready]);
  return { use, measure: () => measurer?.ask(true) };
}

type RowProps = { icon: ReactNode; title: ReactNode; sub: string; action?: ReactNode };

const Row = ({ icon, title, sub, action }: RowProps) => (
  <ListRow
    lead={<RowIcon>{icon}</RowIcon>}
    title={title}
    sub={<span className={styles.wrapped}>{sub}</span>}
    trail={action}
  />
);
