import { expect, test } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { PlaylistForm } from "../../../contract/rules/validation.ts";
import type { Api } from "../../api/api-client.ts";
import { ApiError, unreachable } from "../../api/api-error.ts";
import { type Creation, createOnce, deletePlaylist } from "./save-playlist.ts";

/** A server that remembers keys; its answers may get lost on the way. */
function createServer() {
  const made: PlaylistForm[] = [];
  const bodies = new Map<string, string>();
  const server = {
    made,
    loses: false,
    refuses: undefined as ApiError | undefined,
    api: {
      call: async ({ method }: Endpoint, { body, key = "" }: { body: never; key?: string }) => {
        if (server.refuses) throw server.refuses;
        const { playlist, image } = body as { playlist: PlaylistForm; image?: string | null };
        if (playlist.title.length < 2) throw new ApiError("invalid-request", "Too short", { status: 422 });
        const known = bodies.get(key);
        if (method === "PATCH") made[0] = { ...playlist, playlistImage: image ?? null };
        else if (known === undefined) made.push(playlist);
        else if (known !== JSON.stringify(body)) throw new ApiError("key-reused", "Another body", { status: 422 });
        if (method === "POST") bodies.set(key, JSON.stringify(body));
        if (server.loses) throw unreachable();
        return { data: { _id: "0" } };
      },
    } as unknown as Pick<Api, "call">, // answers as far as it is asked
  };
  return server;
}

const form = (title: string): PlaylistForm => ({
  title,
  description: "By the sea",
  genre: null,
  private: true,
  playlistImage: null,
});

test("an answer that is lost creates no second playlist", async () => {
  const server = createServer();
  const creation: Creation = { key: "k" };
  server.loses = true;
  await expect(createOnce(server.api, creation, form("Shore"))).rejects.toThrow(ApiError);
  server.loses = false;
  await createOnce(server.api, creation, form("Shore"));
  expect(server.made).toEqual([form("Shore")]);
});

test("what was changed after a lost answer ends in the playlist that had arrived", async () => {
  const server = createServer();
  const creation: Creation = { key: "k" };
  server.loses = true;
  await expect(createOnce(server.api, creation, form("Shore"))).rejects.toThrow(ApiError);
  server.loses = false;
  await createOnce(server.api, creation, form("Coast"));
  expect(server.made).toEqual([form("Coast")]);
});

test("a refused form may be sent in other words", async () => {
  const server = createServer();
  const creation: Creation = { key: "k" };
  await expect(createOnce(server.api, creation, form("S"))).rejects.toThrow("Too short");
  await createOnce(server.api, creation, form("Shore"));
  expect(server.made).toEqual([form("Shore")]);
});

test("a playlist that is gone counts as deleted; one that could not be reached does not", async () => {
  const server = createServer();
  server.refuses = new ApiError("not-found", "Nothing here", { status: 404 });
  await deletePlaylist(server.api, "ada", "1");
  server.refuses = unreachable();
  await expect(deletePlaylist(server.api, "ada", "1")).rejects.toThrow(ApiError);
});
