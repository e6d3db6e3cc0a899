/** Somebody with an account, and what the server says of them, asked without a browser. */
import * as v from "valibot";

export interface Person {
  email: string;
  password: string;
  uid: string;
  /** Ids of the liked songs, newest like first. */
  likes(): Promise<string[]>;
  /** Likes a public song by its title, or takes the like back, as another device does. */
  setLiked(title: string, isLiked: boolean): Promise<void>;
}

let count = 0;

/** @param url of the server itself, not of a line to it */
export async function createPerson(url: string): Promise<Person> {
  const email = `person-${(count += 1)}-${Date.now()}@example.org`;
  const password = "Feeling#Good1";
  const reply = await post(`${url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=offbeat-embedded`, {
    email,
    password,
    returnSecureToken: true,
  });
  const { idToken, localId } = v.parse(Tokens, reply);
  const authorization = `Bearer ${idToken}`;
  const profile = { firstName: "Ada", lastName: "Quill", artist: false, newsletter: false };
  await post(`${url}/api/users`, profile, { authorization });
  return {
    email,
    password,
    uid: localId,
    async likes() {
      const list = await fetch(`${url}/api/users/myFavoriteSongs/${localId}?fields=ids`, {
        headers: { authorization },
      });
      return v.parse(v.object({ data: v.array(v.string()) }), await list.json()).data;
    },
    async setLiked(title, isLiked) {
      const list = await fetch(`${url}/api/songs/public-songs`, { headers: { authorization } });
      const Songs = v.object({ data: v.array(v.object({ _id: v.string(), title: v.string() })) });
      const song = v.parse(Songs, await list.json()).data.find((one) => one.title === title);
      const reply = await fetch(`${url}/api/songs/${isLiked ? "like" : "cancel-like"}/${song?._id}`, {
        method: "PATCH",
        headers: { authorization, "content-type": "application/json" },
        body: "{}",
      });
      if (!reply.ok) throw new Error(`${title} answered ${reply.status}`);
    },
  };
}

/** Somebody who has an account already. */
export async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const reply = await post(
    `${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=offbeat-embedded`,
    { email, password, returnSecureToken: true },
  );
  const { idToken, localId } = v.parse(Tokens, reply);
  return {
    /** Newest like first. */
    async likedTitles(): Promise<string[]> {
      const list = await fetch(`${url}/api/users/myFavoriteSongs/${localId}`, {
        headers: { authorization: `Bearer ${idToken}` },
      });
      const Songs = v.object({ data: v.array(v.object({ title: v.string() })) });
      return v.parse(Songs, await list.json()).data.map(({ title }) => title);
    },
    /** All public songs. */
    async songs() {
      const list = await fetch(`${url}/api/songs/public-songs?limit=500`, {
        headers: { authorization: `Bearer ${idToken}` },
      });
      return v.parse(v.object({ data: v.array(CountedSong) }), await list.json()).data;
    },
    async deleteSong(id: string): Promise<void> {
      const headers = { authorization: `Bearer ${idToken}`, "content-type": "application/json" };
      const reply = await fetch(`${url}/api/songs/${id}`, { method: "DELETE", headers, body: "{}" });
      if (!reply.ok) throw new Error(`The song answered ${reply.status}`);
    },
    /** Makes it private, and so takes it out of everybody else's lists. */
    async hideSong(id: string): Promise<void> {
      const headers = { authorization: `Bearer ${idToken}`, "content-type": "application/json" };
      const body = JSON.stringify({ songData: { private: true }, confirmed: true });
      const reply = await fetch(`${url}/api/songs/${id}`, { method: "PATCH", headers, body });
      if (!reply.ok) throw new Error(`The song answered ${reply.status}`);
    },
    async deletePlaylist(id: string): Promise<void> {
      const headers = { authorization: `Bearer ${idToken}` };
      const reply = await fetch(`${url}/api/playlists/${id}`, { method: "DELETE", headers });
      if (!reply.ok) throw new Error(`The playlist answered ${reply.status}`);
    },
    /** The own playlists with the titles of their songs, in order. */
    async playlists(): Promise<{ title: string; songs: string[] }[]> {
      const get = async (path: string) =>
        (await fetch(`${url}/api/playlists/${path}`, { headers: { authorization: `Bearer ${idToken}` } })).json();
      const ids = v.parse(v.object({ data: v.array(v.string()) }), await get(`my-lists/${localId}?fields=ids`)).data;
      const Detail = v.object({
        data: v.object({ title: v.string(), songs: v.array(v.object({ title: v.string() })) }),
      });
      const details = await Promise.all(ids.map(async (id) => v.parse(Detail, await get(`playlist/${id}`)).data));
      return details.map(({ title, songs }) => ({ title, songs: songs.map((song) => song.title) }));
    },
    async createPlaylist(title: string, isPrivate: boolean): Promise<void> {
      const playlist = { title, description: "Of wood", private: isPrivate };
      await post(`${url}/api/playlists`, { playlist }, { authorization: `Bearer ${idToken}` });
    },
  };
}

const CountedSong = v.object({
  _id: v.string(),
  title: v.string(),
  duration: v.number(),
  liked: v.boolean(),
  likes: v.number(),
  playCount: v.number(),
});
const Tokens = v.object({ idToken: v.string(), localId: v.string() });

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
