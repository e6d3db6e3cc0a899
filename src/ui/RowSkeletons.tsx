import { List } from "./List.tsx";
import { ListRow } from "./ListRow.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { uiTexts } from "./texts.ts";

const lengths = [46, 62, 38, 54, 70, 42];

/** A list of rows that is being loaded; each is as high as a row. */
export function RowSkeletons({ count = 6 }: { count?: number }) {
  return (
    <List label={uiTexts.loading} busy>
      {Array.from({ length: count }, (_, index) => (
        <ListRow
          key={index}
          lead={<Skeleton shape="cover" width={40} />}
          title={<Skeleton width={`${lengths[index % 6]}%`} height={12} />}
          sub={<Skeleton width={`${(lengths[(index + 2) % 6] ?? 50) * 0.6}%`} height={10} />}
        />
      ))}
    </List>
  );
}
