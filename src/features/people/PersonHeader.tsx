import type { ReactNode } from "react";
import type { User, UserSnapshot } from "../../../contract/users.ts";
import { useAccount } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { tintOf } from "../../ui/cover-color.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useCoverUrl } from "../songs/cover-url.ts";
import { FollowButton } from "./FollowButton.tsx";
import { useFollowState, useShownFollowing } from "./person.ts";
import styles from "./PersonHeader.module.css";

type Props = {
  id: string;
  /** From the screen before, or the person; undefined while unknown. */
  shown: UserSnapshot | undefined;
  /** Undefined until loaded. */
  person: User | undefined;
  /** The buttons that start the person's songs. */
  play: ReactNode;
  /** On the own card, in place of the follow button. */
  ownAction?: ReactNode;
};

/** Image, name and counts of a person (specification 3.14.1). All have their places before they are known. */
export function PersonHeader({ id, shown, person, play, ownAction }: Props) {
  const { uid } = useAccount();
  const coverUrl = useCoverUrl();
  const follow = useFollowState(person);
  const following = useShownFollowing(person);
  return (
    <PageHeader
      tint={shown && tintOf({ image: shown.profileImage, color: person?.profileColor, seed: shown.userName })}
      cover={<Avatar src={coverUrl(shown?.profileImage ?? null)} name={shown?.userName ?? ""} size={144} />}
      eyebrow={person === undefined ? "\u00a0" : person.artist ? texts.people.artist : texts.people.listener}
      title={shown === undefined ? <Skeleton width="8ch" height="1.1em" /> : <bdi>{shown.userName}</bdi>}
      sub={
        <dl className={styles.counts}>
          <Count label={texts.people.followersLabel} value={follow?.followers} />
          <Count label={texts.people.followingLabel} value={following} />
        </dl>
      }
      actions={
        <>
          {play}
          {id === uid ? ownAction : <FollowButton person={shown} follows={follow?.follows} />}
        </>
      }
    />
  );
}

const Count = ({ label, value }: { label: string; value: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    {/* No number that nobody knows: what is loading is not none. */}
    <dd>{value ?? "–"}</dd>
  </div>
);
