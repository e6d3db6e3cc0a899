// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { idOf } from "../../../tests/support/items.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { readSession } from "./session.ts";
import { SignOutDialog } from "./SignOutDialog.tsx";
import { useSignOut } from "./use-sign-out.ts";

const unsent = { changes: 2, plays: 0, uploads: [], pageUploads: [] };
const Question = () => <SignOutDialog unsent={unsent} onChoose={async () => 2} onClose={() => {}} />;

/** The buttons that look like the one to press. */
const mainButtons = () => buttonsLike("main");

const buttonsLike = (variant: "main" | "danger") =>
  screen
    .getAllByRole("button")
    .filter(({ className }) => className.startsWith(buttonClass(variant)))
    .map(({ textContent }) => textContent);

test("the question at the sign-out never recommends what cannot work now (specification 17.38)", async () => {
  const { online, user } = renderMember({ routes: { "/": Question } });
  const send = await screen.findByRole("button", { name: "Send now" });
  expect(mainButtons()).toEqual(["Send now"]);
  // What destroys is no louder than what keeps.
  expect(buttonsLike("danger")).toEqual([]);
  act(() => online.set(false));
  expect(mainButtons()).toEqual(["Keep for my next sign-in"]);
  // It may be tried all the same, and says what came of it.
  await user.click(send);
  await screen.findByText(/offline/);
});

test("nothing is sent where the device has no network, until it has one again (specification 3.17.2)", async () => {
  const hasNetwork = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  renderMember({ routes: { "/": Question }, online: false });
  await screen.findByRole("button", { name: "Keep for my next sign-in" });
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
  hasNetwork.mockReturnValue(true);
  act(() => void dispatchEvent(new Event("online")));
  await screen.findByRole("button", { name: "Send now" });
});

test("a sign-in that leaves nothing behind has nothing to keep, and offline nothing to recommend", async () => {
  renderMember({ routes: { "/": Question }, online: false, isVolatile: true });
  await screen.findByRole("button", { name: "Send now" });
  expect(mainButtons()).toEqual([]);
  expect(screen.queryByRole("button", { name: "Keep for my next sign-in" })).toBeNull();
});

test("where the storage cannot be read, nobody is told to send what may not be there", async () => {
  const unknown = { changes: 0, plays: 0, uploads: [], pageUploads: [], isUnknown: true };
  renderMember({
    routes: { "/": () => <SignOutDialog unsent={unknown} onChoose={async () => 0} onClose={() => {}} /> },
  });
  await screen.findByRole("dialog", { name: "Log out?" });
  expect(mainButtons()).toEqual(["Keep for my next sign-in"]);
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
  screen.getByRole("button", { name: "Discard" });
});

// 17.38
test("songs that the device has no room for are named, and never kept", async () => {
  const inPage = { changes: 1, plays: 0, uploads: [], pageUploads: ["Tide"] };
  renderMember({
    routes: { "/": () => <SignOutDialog unsent={inPage} onChoose={async () => 0} onClose={() => {}} /> },
  });
  await screen.findByText(/not on this device.*Tide/);
  expect(mainButtons()).toEqual(["Send now"]);
  expect(screen.queryByRole("button", { name: "Keep for my next sign-in" })).toBeNull();
});

// 17.38
test("what gets through while it asks is not asked about any more, and nobody is signed out by that", async () => {
  const SignOut = () => {
    const { ask, leave, unsent: found, cancel } = useSignOut(() => {});
    return (
      <>
        <button onClick={ask}>Logout</button>
        <SignOutDialog unsent={found} onChoose={leave} onClose={cancel} />
      </>
    );
  };
  const { account, answers, app, online, user } = renderMember({ routes: { "/": SignOut }, online: false });
  for (const n of [1, 2]) await account.change({ kind: "like", songId: idOf(n), liked: true });
  await user.click(await screen.findByRole("button", { name: "Logout" }));
  await screen.findByText(/^2 changes have/);
  await user.click(screen.getByRole("button", { name: "Send now" }));
  await screen.findByText(/^Still offline/);
  answers["PATCH /songs/like/{id}"] = {};
  act(() => online.set(true));
  await account.flush();
  await screen.findByRole("dialog", { name: "Log out?" });
  screen.getByText("All changes saved");
  expect(mainButtons()).toEqual(["Logout"]);
  expect(screen.queryByText(/^Still offline|^Not everything/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(readSession(app.queryClient)?.uid).toBe(member.uid);
});
