/** Creates, edits and deletes the user's playlists: on the server first, then in everything that this device shows. */
import type * as v from "valibot";
import { createPlaylist, editPlaylist, type Playlist, putDeletePlaylist } from "../../../contract/playlists.ts";
import type { PlaylistForm } from "../../../contract/rules/validation.ts";
import type { Api } from "../../api/api-client.ts";
import { ApiError } from "../../api/api-error.ts";

type Calls = Pick<Api, "call">;

/** What is known of the attempts to create one playlist. */
export interface Creation {
  /** Idempotency-Key of its form, the same for every attempt. */
  readonly key: string;
  /** Sent without an answer: the server may have created it. */
  unanswered?: PlaylistForm;
}

/**
 * Creates a playlist once, however often a lost answer makes the user try again. What they changed meanwhile becomes an
 * edit of the one that had arrived. Throws ApiError.
 */
export async function createOnce(api: Calls, creation: Creation, form: PlaylistForm): Promise<Playlist> {
  const sent = creation.unanswered ?? form;
  creation.unanswered = sent;
  try {
    const { data } = await api.call(createPlaylist, { body: { playlist: sent }, key: creation.key });
    return isSame(sent, form) ? data : await replaceWith(api, data, form);
  } catch (error) {
    // A refusal proves that it was not created.
    if (error instanceof ApiError && error.isRefusal) delete creation.unanswered;
    throw error;
  }
}

const isSame = (one: PlaylistForm, other: PlaylistForm) => JSON.stringify(one) === JSON.stringify(other);

async function replaceWith(api: Calls, { _id }: Playlist, form: PlaylistForm): Promise<Playlist> {
  const { playlistImage: image = null, ...playlist } = form;
  return (await api.call(editPlaylist, { params: { id: _id }, body: { playlist, image } })).data;
}

/** Only what the user changed, so that an edit from another device is not undone. */
export type PlaylistEdit = v.InferInput<(typeof editPlaylist)["body"]>;

/** Throws ApiError. */
export const saveEdit = async (api: Calls, id: string, body: PlaylistEdit): Promise<Playlist> =>
  (await api.call(editPlaylist, { params: { id }, body })).data;

/** One that is gone already counts as deleted. Throws ApiError. */
export async function deletePlaylist(api: Calls, uid: string, id: string): Promise<void> {
  try {
    await api.call(putDeletePlaylist, { params: { id }, body: { userId: uid } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
