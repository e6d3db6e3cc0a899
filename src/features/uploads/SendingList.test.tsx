// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { SendingList } from "./SendingList.tsx";
import { emptyRow } from "./upload-row.ts";

test.each([
  [0.99, "Sending the song"],
  [1, "Checking the file…"],
])("of a song with %s of its bytes sent it says: %s (specification 15.22)", async (share, said) => {
  const sending = { id: 1, row: emptyRow(1), isPrivate: true, stage: "audio", share } as const;
  renderMember({ routes: { "/": () => <SendingList rows={[sending]} /> } });
  const row = await screen.findByRole("listitem");
  expect(row.textContent).toContain(said);
});

// 17.29
test.each([
  ["is on the device, it goes on next time", "stored", /the rest goes on next time/],
  ["the device has no room for, the page has to stay open", undefined, /leave Offbeat open/],
])("of a song that %s", async (_, storedId, said) => {
  const row = { ...emptyRow(1), storedId };
  renderMember({
    routes: { "/": () => <SendingList rows={[{ id: 1, row, isPrivate: true, stage: "audio", share: 0.5 }]} /> },
  });
  expect((await screen.findByText(said)).tagName).toBe("P");
});
