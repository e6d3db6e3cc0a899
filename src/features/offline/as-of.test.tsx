// @vitest-environment happy-dom
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { AsOf } from "./AsOf.tsx";
import { Playlists } from "../../routes/playlists.tsx";

const empty = { "GET /playlists/public/{id}": [] };

test("without a network a screen says from when it is, and nothing with one (specification 20.17)", async () => {
  const at = new Date(2026, 10, 22, 14, 5).getTime();
  const clock = vi.spyOn(Date, "now").mockReturnValue(at);
  const { online } = renderMember({ routes: { "/playlists": Playlists }, answers: empty });
  await screen.findByText("No playlists yet");
  expect(screen.queryByText(/^As of/)).toBeNull();
  online.set(false);
  const time = new Intl.DateTimeFormat(navigator.language, { timeStyle: "short" }).format(at);
  await screen.findByText(`As of ${time}`);
  online.set(true);
  await waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull());
  clock.mockRestore();
});

test("a screen that has never been loaded does not pretend to be of some time", async () => {
  renderMember({ routes: { "/playlists": Playlists }, online: false });
  await screen.findByText(/^You're offline, and this device/);
  expect(screen.queryByText(/^As of/)).toBeNull();
});

test("an answer that is there when a screen renders changes nothing while it does", async () => {
  function Late() {
    const client = useQueryClient();
    useState(() => client.setQueryData(["shown"], { at: new Date(2026, 10, 22, 15, 5).getTime() }));
    return <p>Late</p>;
  }
  function Screen() {
    const [isLate, setLate] = useState(false);
    useQuery({ queryKey: ["shown"], queryFn: async () => ({ at: new Date(2026, 10, 22, 14, 5).getTime() }) });
    return (
      <>
        <AsOf of={[["shown"]]} />
        <button onClick={() => setLate(true)}>Go on</button>
        {isLate && <Late />}
      </>
    );
  }
  const { user } = renderMember({ routes: { "/": Screen }, online: false });
  const before = await screen.findByText(/^As of/);
  const said = before.textContent;
  await user.click(screen.getByRole("button", { name: "Go on" }));
  await screen.findByText("Late");
  await waitFor(() => expect(screen.getByText(/^As of/).textContent).not.toBe(said));
  expect(vi.mocked(console.error)).not.toHaveBeenCalled();
});
