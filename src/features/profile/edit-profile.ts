/** The update of the profile: a mutation, which goes on while the user is elsewhere (specification 3.2.3). */
import { type MutationState, type QueryClient, useMutation, useMutationState } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { editUser, type Me } from "../../../contract/users.ts";
import { type App, useAccount, useApp } from "../../app/app-context.ts";
import { sendFile } from "../../app/send-file.ts";
import { useFormFate } from "../../app/use-form-fate.ts";
import { createStore, type Store } from "../../lib/store.ts";
import type { Account } from "../../sync/account-session.ts";
import { anyMeKey, meKey, peopleKey } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { readSession, writeSession } from "../auth/session.ts";
import type { FormImage } from "../images/form-image.ts";
import { createImageSender } from "../images/image-sender.ts";

interface ProfileValues {
  firstName: string;
  lastName: string;
  image: FormImage;
}

interface Attempt {
  /** Only what the user changed, so that an edit from another device is not undone. */
  changed: Partial<ProfileValues>;
  controller: AbortController;
  /** Share of the image's bytes that are sent. */
  share: Store<number>;
}

const keyFor = (uid: string) => ["edit-profile", uid] as const;

/** Keeps what was changed for the rest of the visit, as a save that could not even begin (specification 3.6.5). */
export function useKeepChanged(): (changed: Partial<ProfileValues>) => void {
  const { queryClient } = useApp();
  const { uid } = useAccount();
  return (changed) => {
    forgetAttempts(queryClient, uid);
    const variables: Attempt = { changed, controller: new AbortController(), share: createStore(0) };
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationKey: keyFor(uid), gcTime: Infinity }, { ...neverSent, variables });
  };
}

const neverSent = {
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isPaused: false,
  status: "idle",
  submittedAt: 0,
} as const;

/** Only the newest attempt counts. */
function forgetAttempts(client: QueryClient, uid: string): void {
  const cache = client.getMutationCache();
  for (const old of cache.findAll({ mutationKey: keyFor(uid) })) cache.remove(old);
}

/** Saves what was changed. Throws ApiError for the form to tell; once that is gone, a toast tells it. */
export function useEditProfile(): (changed: Partial<ProfileValues>) => Promise<void> {
  const app = useApp();
  const navigate = useNavigate();
  const account = useAccount();
  const { uid } = account;
  const [send] = useState(() => createSender(app, account));
  const { mutateAsync } = useMutation({
    mutationKey: keyFor(uid),
    // What a failed attempt holds is wanted when the user comes back.
    gcTime: Infinity,
    mutationFn: send,
    onSuccess: (me) => showSaved(app, account, me),
  });
  const watchForm = useFormFate();
  return async (changed) => {
    forgetAttempts(app.queryClient, uid);
    const controller = new AbortController();
    const { isShown } = watchForm();
    try {
      await mutateAsync({ changed, controller, share: createStore(0) });
    } catch (error) {
      if (!isSignedIn(app, uid)) return;
      if (controller.signal.aborted) {
        // It may have arrived all the same.
        void app.queryClient.invalidateQueries({ queryKey: anyMeKey });
        app.toaster.info(texts.files.notSaved);
        return;
      }
      if (isShown()) throw error;
      const show = () => void navigate({ to: "/profile" });
      app.toaster.failure(texts.app.failed, { label: texts.uploads.show, onPress: show });
    }
  };
}

/** Sends an attempt; an image that has arrived is not sent again by the next. */
function createSender(app: App, account: Account): (attempt: Attempt) => Promise<Me> {
  let current: Attempt | undefined;
  const withImage = createImageSender((file) =>
    sendFile(app, account, "image", file, {
      signal: current?.controller.signal ?? AbortSignal.abort(),
      onProgress: (share) => current?.share.set(share),
    }),
  );
  return async (attempt) => {
    current = attempt;
    const { image, ...names } = attempt.changed;
    const { signal } = attempt.controller;
    const params = { id: account.uid };
    return withImage(image ?? null, async (url) => {
      const body = image === undefined ? names : { ...names, profileImage: url };
      return (await app.api.call(editUser, { params, body, signal })).data;
    });
  };
}

const isSignedIn = (app: App, uid: string) => readSession(app.queryClient)?.uid === uid;

function showSaved(app: App, account: Account, me: Me): void {
  // An answer that comes after a sign-out signs nobody in (specification 17.35).
  if (!isSignedIn(app, me.uid)) return;
  writeSession(app.queryClient, me);
  account
    .refetch([meKey(me.uid), peopleKey(me.uid)])
    .catch((error: unknown) => console.error("A saved profile was not told to other tabs", error));
  app.toaster.success(texts.profile.saved);
}

type AttemptState = MutationState<Me, Error, Attempt>;

/** The newest attempt of this visit. */
function useLastAttempt(): AttemptState | undefined {
  const { uid } = useAccount();
  const attempts = useMutationState({
    filters: { mutationKey: keyFor(uid) },
    // The key is of this mutation alone.
    select: (mutation) => mutation.state as AttemptState,
  });
  return attempts.at(-1);
}

/** What the user has changed and the server has not taken. */
export function useUnsavedProfile(): Partial<ProfileValues> {
  const attempt = useLastAttempt();
  return attempt?.status === "success" ? {} : (attempt?.variables?.changed ?? {});
}

/** Calls back when the update that is being sent is saved, also one that an earlier form of this visit has begun. */
export function useOnSaved(onSaved: (changed: Partial<ProfileValues>, saved: Me) => void): void {
  const attempt = useLastAttempt();
  const savedAt = attempt?.status === "success" ? attempt.submittedAt : undefined;
  /** When the last one began that this form knows of, as it knows of those before it. */
  const told = useRef(savedAt);
  const report = useEffectEvent(() => {
    if (attempt?.variables !== undefined && attempt.data !== undefined)
      onSaved(attempt.variables.changed, attempt.data);
  });
  useEffect(() => {
    if (savedAt === undefined || savedAt === told.current) return;
    told.current = savedAt;
    report();
  }, [savedAt]);
}

/** The update that is being sent; undefined if none is. */
export function useSendingProfile(): { hasFile: boolean; share: number; cancel: () => void } | undefined {
  const attempt = useLastAttempt();
  const { variables } = attempt ?? {};
  const share = useSyncExternalStore(variables?.share.subscribe ?? noChanges, variables?.share.get ?? nothing);
  if (attempt?.status !== "pending" || variables === undefined) return undefined;
  const { controller, changed } = variables;
  return { hasFile: changed.image instanceof File, share, cancel: () => controller.abort() };
}

const noChanges = () => () => {};
const nothing = () => 0;
