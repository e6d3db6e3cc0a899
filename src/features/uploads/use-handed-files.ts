import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { type HandedFiles, type SharedFile, takeOpenedFiles, takeSharedFiles } from "../../pwa/shared-files.ts";
import type { UploadsState } from "./upload-state.ts";
import type { Uploads } from "./uploads.ts";

/**
 * Fills the upload dialog with what another app hands over (specification 3.17.3), or asks for it where it was lost on its
 * way.
 */
export function useHandedFiles(uploads: Uploads, isLost: boolean): void {
  useEffect(() => takeOpenedFiles((opened) => fillAndTell(uploads, opened)), [uploads]);
  const navigate = useNavigate();
  const { history } = useRouter();
  useEffect(() => {
    let isShown = true;
    takeSharedFiles().then(
      (shared) => {
        fillAndTell(uploads, shared);
        if (!isLost) return;
        if (shared.files.length + shared.unread.length === 0) uploads.dispatch({ type: "share-lost" });
        // Neither a reload nor the way back to this screen says it again. Who is on the way elsewhere is not called back.
        if (isShown && /^\/mysongs\/?$/.test(history.location.pathname))
          void navigate({ to: "/mysongs", search: {}, replace: true, resetScroll: false });
      },
      (error: unknown) => console.warn("Shared files cannot be read", error),
    );
    return () => {
      isShown = false;
    };
  }, [uploads, isLost, navigate, history]);
}

function fillAndTell(uploads: Uploads, { files, unread }: HandedFiles): void {
  if (files.length > 0) fill(uploads, files);
  if (unread.length > 0) uploads.dispatch({ type: "share-lost", names: unread });
}

/** Shared files stay on the device until the dialog no longer needs them: a phone may end the page at any time. */
export function fill(uploads: Uploads, shared: readonly SharedFile[]): void {
  uploads.chooseFiles(shared.map(({ file }) => file));
  let needed = shared;
  const dropDone = () => {
    const state = uploads.get();
    const done = needed.filter(({ file }) => !needs(state, file));
    if (done.length === 0) return;
    needed = needed.filter((one) => !done.includes(one));
    if (needed.length === 0) stop();
    for (const one of done) one.drop().catch((error: unknown) => console.warn("A shared file stays here", error));
  };
  const stop = uploads.subscribe(dropDone);
  dropDone();
}

/** It is in the dialog, or being sent from this page alone. */
const needs = ({ rows, sending = [] }: UploadsState, file: File): boolean =>
  rows.some((row) => row.file === file) ||
  sending.some(({ stage, row }) => row.file === file && stage !== "done" && row.storedId === undefined);
