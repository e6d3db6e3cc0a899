import { useQuery } from "@tanstack/react-query";
import { useAccount, useApp } from "../../app/app-context.ts";

/** Whether the account has a password, or only Google. `failed`: the provider's package could not be loaded. */
export function useHasPassword(): { hasPassword: boolean | undefined; failed: boolean; retry: () => void } {
  const app = useApp();
  const { uid } = useAccount();
  const { data, isError, refetch } = useQuery({
    queryKey: ["has-password", uid],
    queryFn: async () => (await app.identity()).hasPassword(),
    staleTime: Infinity,
    retry: false,
  });
  return { hasPassword: data, failed: isError, retry: () => void refetch() };
}
