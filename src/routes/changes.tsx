import { ChangeList } from "../features/offline/ChangeList.tsx";
import { texts } from "../texts/texts.ts";
import { PageHeader } from "../ui/PageHeader.tsx";

/** The user's changes that the server has not confirmed (specification 3.17.2). */
export function Changes() {
  return (
    <>
      <PageHeader title={texts.changes.title}>{texts.changes.note}</PageHeader>
      <ChangeList />
    </>
  );
}
