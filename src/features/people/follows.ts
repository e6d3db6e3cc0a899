/** The people whom the user follows (specification 5.11). */
import type { Account } from "../../sync/account-session.ts";
import { useIdList } from "../lists/id-list.ts";

/** Their uids, the newest follow first. */
export const useFollowedPeople = () => useIdList("followed-people");

/** Resolves when it is on the device; from then on every screen shows it. */
export const setPersonFollowed = (
  account: Account,
  { uid: userId, userName }: { uid: string; userName: string },
  followed: boolean,
): Promise<void> => account.change({ kind: "follow-user", userId, followed }, { userName });
