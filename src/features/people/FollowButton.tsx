import { useAccount, useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { SteadyText } from "../../ui/SteadyText.tsx";
import { setPersonFollowed } from "./follows.ts";

type Props = {
  /** Undefined while unknown: then the button only keeps its place. */
  person: { uid: string; userName: string } | undefined;
  follows: boolean | undefined;
};

/** Follows or unfollows a person; works offline (specification 3.14.4). */
export function FollowButton({ person, follows }: Props) {
  const account = useAccount();
  const { toaster } = useApp();
  const { follow, following } = texts.people;

  async function toggle(): Promise<void> {
    if (person === undefined || follows === undefined) return;
    try {
      await setPersonFollowed(account, person, !follows);
    } catch (error) {
      console.error(error);
      toaster.failure(texts.songs.notKept);
    }
  }
  return (
    <Button style={follows === undefined ? { visibility: "hidden" } : undefined} onClick={() => void toggle()}>
      <SteadyText or={follows ? follow : following}>{follows ? following : follow}</SteadyText>
    </Button>
  );
}
