/** The people that the user follows. */
import type { Account } from "../../sync/account-session.ts";
import { useIdList } from "../lists/id-list.ts";

/** Their uids, newest follow first. */
export const useFollowedPeople = () => useIdList("followed-people");

/** Resolves when the change is stored; every screen then shows it. */
export const setPersonFollowed = (
  account: Account,
  { uid: userId, userName }: { uid: string; userName: string },
  followed: boolean,
): Promise<void> => account.change({ kind: "follow-user", userId, followed }, { userName });
