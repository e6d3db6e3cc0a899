import { CreditCard, RefreshCw, Upload, User } from "lucide-react";
import type { ReactNode } from "react";
import { useAccount } from "../app/app-context.ts";
import { useFollowSwap } from "../app/use-follow-swap.ts";
import { useOwnProfileState } from "../features/auth/own-profile.ts";
import { AsOf } from "../features/offline/AsOf.tsx";
import { useSendingProfile } from "../features/profile/edit-profile.ts";
import { SamplePanel } from "../features/profile/SamplePanel.tsx";
import { SendingProfile } from "../features/profile/SendingProfile.tsx";
import { UserInformation } from "../features/profile/UserInformation.tsx";
import { meKey } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { useCarriedState } from "../ui/carried-state.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { focusHeading } from "../ui/focus-heading.ts";
import { FormSkeleton } from "../ui/FormSkeleton.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Tabs } from "../ui/Tabs.tsx";

/** The own profile: four tabs, of which the first is real (specification 3.6). */
export function ProfilePage() {
  const sending = useSendingProfile();
  const [tab, setTab] = useCarriedState("profile: tab", "user");
  const isSending = sending !== undefined;
  useFollowSwap(isSending);
  return (
    <>
      <PageHeader title={texts.profile.title} />
      <AsOf of={[meKey(useAccount().uid)]} />
      {sending && <SendingProfile {...sending} />}
      {/* Hidden, not gone: what was typed is there again when a save fails. */}
      <div hidden={isSending}>
        <Tabs side keepMounted label={texts.profile.title} value={tab} onValue={setTab} tabs={tabs()} />
      </div>
    </>
  );
}

function UserPanel() {
  const { me, failed, retry } = useOwnProfileState();
  if (me !== undefined) return <UserInformation key={me.uid} me={me} />;
  if (!failed) return <FormSkeleton fields={4} />;
  return (
    <EmptyState
      failed
      title={texts.profile.loadFailed}
      action={
        <Button
          variant="main"
          onClick={() => {
            focusHeading();
            retry();
          }}
        >
          {texts.lists.retry}
        </Button>
      }
    >
      {texts.lists.retryHint}
    </EmptyState>
  );
}

const tabs = (): { value: string; label: string; icon: ReactNode; content: ReactNode }[] => [
  { value: "user", label: texts.profile.tabs.user, icon: <User />, content: <UserPanel /> },
  {
    value: "payment",
    label: texts.profile.tabs.payment,
    icon: <CreditCard />,
    content: <SamplePanel sample={texts.profile.samples.payment} />,
  },
  {
    value: "subscription",
    label: texts.profile.tabs.subscription,
    icon: <RefreshCw />,
    content: <SamplePanel sample={texts.profile.samples.subscription} />,
  },
  {
    value: "upload",
    label: texts.profile.tabs.uploads,
    icon: <Upload />,
    content: <SamplePanel sample={texts.profile.samples.uploads} />,
  },
];
