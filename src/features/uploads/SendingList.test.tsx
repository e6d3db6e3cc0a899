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
