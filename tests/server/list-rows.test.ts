/** Lists and searches carry what a row shows: nothing in them grows with followers or songs (specification 12.9). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let server: TestServer;
let artist: TestUser;
let fan: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  artist = await server.user({ artist: true });
  fan = await server.user();
});
afterAll(() => server.close());

// 2.6
test("no reply of a list grows with the followers of its people or the songs of its playlists", async () => {
  const made: string[] = [];
  for (let i = 0; i < 12; i++) made.push((await server.song(artist))._id);
  const { _id } = await server.playlist(artist, { songs: made.slice(0, 1) });
  await server.call("PATCH", `/api/playlists/follow/${_id}`, fan, { body: {} });
  const lists = [
    "/users/artists",
    "/search?q=ada",
    "/search?q=shore",
    "/playlists/all/",
    `/playlists/public/${fan.uid}`,
    `/playlists/my-lists/${artist.uid}`,
    `/playlists/my-favorite-lists/${fan.uid}`,
    "/playlists/sort-playlists",
  ];
  const top = () => server.call("PUT", "/api/playlists/top/", fan, { body: { songList: made.slice(0, 1) } });
  // Numbers may get longer.
  const sizes = async () => {
    const replies = [await top()];
    for (const path of lists) replies.push(await server.call("GET", `/api${path}`, fan));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    return replies.map(({ text }) => text.replaceAll(/\d+/g, "0").length);
  };
  const before = await sizes();

  for (const song of made.slice(1))
    await server.call("PATCH", `/api/playlists/add/${song}`, artist, { body: { playlistId: _id } });
  for (const user of [fan, await server.user(), await server.user()])
    await server.call("PATCH", `/api/users/follow/${artist.uid}`, user, { body: {} });

  expect(await sizes()).toEqual(before);
  const { data } = (await server.call("GET", "/api/playlists/all/", fan)).body;
  expect(data).toMatchObject([{ _id, songCount: 12, owner: artist.uid, ownerName: `Ada ${artist.uid}` }]);
  // One person and one playlist are told whole.
  expect((await server.call("GET", `/api/users/${artist.uid}`, fan)).body.data.followedBy).toHaveLength(3);
  expect((await server.call("GET", `/api/playlists/${_id}`, fan)).body.data.songs).toEqual(made);
});
