/** The signed-in user's profile, stored for offline use. */
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { getUser, Me } from "../../../contract/users.ts";
import type { Api } from "../../api/api-client.ts";
import { ApiError } from "../../api/api-error.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import type { Account } from "../../sync/account-session.ts";
import { useAccount, useApp } from "../../app/app-context.ts";

const ownProfileQuery = (api: Api, { db, uid }: Account) =>
  persistedQuery({
    db,
    key: ["me", uid],
    schema: Me,
    request: async (signal) => {
      const me = v.safeParse(Me, (await api.call(getUser, { params: { id: uid }, signal })).data);
      // A profile without the email is another user's view: the token belongs to another account.
      if (!me.success) throw new ApiError("invalid-reply", "The server's answer was not understood");
      return me.output;
    },
  });

/** Undefined until loaded once. */
export const useOwnProfile = (): Me | undefined => useOwnProfileState().me;

export function useOwnProfileState(): { me: Me | undefined; failed: boolean; retry: () => void } {
  const { api, online } = useApp();
  const { data, isError, refetch } = useQuery(ownProfileQuery(api, useAccount()));
  return {
    me: data?.value,
    failed: isError,
    retry: () => {
      online.check();
      void refetch();
    },
  };
}
