import { useMemo } from "react";
import * as v from "valibot";
import { FirstName, LastName } from "../../../contract/rules/validation.ts";
import type { Me } from "../../../contract/users.ts";
import { useApp } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import type { FormErrors } from "../../app/form-errors.ts";
import { useSave } from "../../app/use-save.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { changedFields } from "../../ui/changed-fields.ts";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { imageSchema } from "../images/form-image.ts";
import { ImageField } from "../images/ImageField.tsx";
import { useImageLimit } from "../images/use-images.ts";
import { useEditProfile, useKeepChanged, useOnSaved, useUnsavedProfile } from "./edit-profile.ts";
import styles from "./Profile.module.css";

/**
 * Name and image (specification 3.6.2, 8.9). What could not be saved is still there after a visit elsewhere. Only what was
 * changed is sent, so that a change from another device is not undone.
 */
export function ProfileForm({ me }: { me: Me }) {
  const app = useApp();
  const online = useOnline();
  const save = useSave();
  const edit = useEditProfile();
  const keep = useKeepChanged();
  const unsaved = useUnsavedProfile();
  const maxBytes = useImageLimit();
  const schema = useMemo(
    () => v.object({ firstName: FirstName, lastName: LastName, image: imageSchema(maxBytes) }),
    [maxBytes],
  );
  const { form, field, error, submitting, base, settle } = useForm({
    schema,
    carry: "profile",
    initial: valuesOf(me),
    prefill: () => unsaved,
    onSubmit(values): Promise<FormErrors | void> {
      const changed = changedFields(base, values);
      keep(changed);
      return save(() => edit(changed));
    },
  });
  const slow = useSlowSubmit(submitting, () => app.online.check());
  useOnSaved((sent, saved) => settle(valuesOf(saved), sent));
  return (
    <form {...form} className={styles.form} aria-label={texts.profile.about}>
      <ImageField {...field("image")} label={texts.profile.image} hint={texts.profile.imageHint} optional />
      <div className={styles.pair}>
        <TextField {...field("firstName")} label={texts.auth.name} autoComplete="given-name" />
        <TextField {...field("lastName")} label={texts.auth.surname} autoComplete="family-name" />
      </div>
      <StatusLine>{slow || (!online && error === undefined && texts.profile.offlineNote)}</StatusLine>
      <FormError>{error}</FormError>
      <div className={styles.buttons}>
        <Button type="submit" variant="main" busy={submitting}>
          {texts.profile.save}
        </Button>
      </div>
    </form>
  );
}

const valuesOf = ({ firstName, lastName, profileImage }: Me) => ({ firstName, lastName, image: profileImage });
