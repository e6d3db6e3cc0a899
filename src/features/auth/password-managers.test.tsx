// @vitest-environment happy-dom
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { showForVisitor } from "../../../tests/support/visitor.tsx";
import { CompletionForm } from "./CompletionForm.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { RecoveryForm } from "./RecoveryForm.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";
import { ResetForm } from "./ResetForm.tsx";

const noop = () => {};
const email = "ada@example.org";
const link = { purpose: "reset-password", email, code: "code" } as const;

/** What a browser and a password manager fill in, by the fields in order. */
const forms: [name: string, show: () => ReactNode, tokens: string[]][] = [
  [
    "login",
    () => <LoginForm email="" onSignedIn={noop} onIncomplete={noop} onForgot={noop} />,
    ["username", "current-password"],
  ],
  ["recovery", () => <RecoveryForm email="" onSent={noop} />, ["username"]],
  [
    "registration",
    () => <RegistrationForm artist={false} onRegistered={noop} />,
    ["given-name", "family-name", "username", "new-password", "new-password"],
  ],
  [
    "completion",
    () => <CompletionForm user={{ uid: "ada", email }} onSignedIn={noop} onBack={noop} onBusy={noop} />,
    ["given-name", "family-name"],
  ],
  // Its first field, which nobody sees, says whose password it is.
  [
    "reset",
    () => <ResetForm link={link} onSaved={noop} onBroken={noop} />,
    ["username", "new-password", "new-password"],
  ],
];

test.each(forms)("the fields of the %s form say what belongs in them (specification 20.6)", (_, show, tokens) => {
  const { container } = showForVisitor(show(), { identity: {} });
  const fields = [...container.querySelectorAll<HTMLInputElement>("form input:not([type=checkbox])")];
  expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(tokens);
  // A password manager that knows no such words goes by type and name.
  for (const { autocomplete, type, name, value } of fields) {
    if (autocomplete.endsWith("password")) expect([type, name]).toEqual(["password", expect.stringMatching(/\w/)]);
    if (autocomplete === "username") expect([type, name || value]).toEqual(["email", expect.stringMatching(/\w/)]);
  }
});
