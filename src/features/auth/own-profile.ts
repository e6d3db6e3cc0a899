/** The signed-in user's profile, stored for offline use. */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { getUser, Me } from "../../../contract/users.ts";
import { ApiError } from "../../api/api-error.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { meKey } from "../../sync/query-keys.ts";
import { type App, useAccount, useApp } from "../../app/app-context.ts";
import { readSession, writeSession } from "./session.ts";

const ownProfileQuery = ({ api, queryClient }: Pick<App, "api" | "queryClient">, { db, uid }: Account) =>
  persistedQuery({
    db,
    key: meKey(uid),
    schema: Me,
    request: async (signal) => {
      const me = v.safeParse(Me, (await api.call(getUser, { params: { id: uid }, signal })).data);
      // A profile without the email is another user's view: the token belongs to another account.
      if (!me.success) throw new ApiError("invalid-reply", "The server's answer was not understood");
      adoptNames(queryClient, me.output);
      return me.output;
    },
  });

/** Another device may have changed the names that this one keeps for its first paint. */
function adoptNames(client: QueryClient, { uid, firstName, lastName }: Me): void {
  const session = readSession(client);
  if (session?.uid !== uid || (session.firstName === firstName && session.lastName === lastName)) return;
  writeSession(client, { ...session, firstName, lastName });
}

/** Undefined until loaded once. */
export const useOwnProfile = (): Me | undefined => useOwnProfileState().me;

export function useOwnProfileState(): { me: Me | undefined; failed: boolean; retry: () => void } {
  const app = useApp();
  const { data, isError, refetch } = useQuery(ownProfileQuery(app, useAccount()));
  return {
    me: data?.value,
    failed: isError,
    retry: () => {
      app.online.check();
      void refetch();
    },
  };
}
