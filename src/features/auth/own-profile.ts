/** One's own profile, as the server has it; kept on the device (specification 2, 12.2). */
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
      // Somebody else's view of this user, without the email: the token is not of this account.
      if (!me.success) throw new ApiError("invalid-reply", "The server's answer was not understood");
      return me.output;
    },
  });

/** Undefined until it was read or answered once. */
export function useOwnProfile(): Me | undefined {
  const { api } = useApp();
  return useQuery(ownProfileQuery(api, useAccount())).data?.value;
}
