import { texts } from "../../texts/texts.ts";
import { Chip } from "../../ui/Chip.tsx";
import styles from "./Profile.module.css";

type Props = { sample: (typeof texts.profile.samples)[keyof typeof texts.profile.samples] };

/** Fixed sample data, marked as such (specification 3.6.3). */
export function SamplePanel({ sample }: Props) {
  return (
    <section className={styles.part}>
      <div className={styles.sampleHead}>
        <h2>{sample.title}</h2>
        <Chip>{texts.profile.sample}</Chip>
      </div>
      <dl className={styles.facts}>
        {sample.facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{texts.profile.sampleNote}</p>
    </section>
  );
}
