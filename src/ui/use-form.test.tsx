// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { createPortal } from "react-dom";
import { renderToString } from "react-dom/server";
import * as v from "valibot";
import { afterEach, expect, test, vi } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { carryState } from "./carried-state.ts";
import { changedFields } from "./changed-fields.ts";
import { CheckboxField } from "./CheckboxField.tsx";
import { FormError } from "./FormError.tsx";
import { TextField } from "./TextField.tsx";
import { useForm } from "./use-form.ts";

const text = (missing: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(missing));
/** In a different order than the fields. */
const schema = v.object({
  agreed: v.pipe(v.boolean(), v.value(true, "Agree first")),
  city: text("Enter a city"),
  name: text("Enter a name"),
});
type Options = Parameters<typeof useForm<typeof schema>>[0];

const onSubmit = vi.fn<Options["onSubmit"]>();
afterEach(() => void onSubmit.mockReset());

function Form({ prefill, carry }: Pick<Options, "prefill" | "carry">) {
  const form = useForm({
    schema,
    initial: { agreed: false, city: "", name: "" },
    ...(prefill && { prefill }),
    ...(carry !== undefined && { carry }),
    onSubmit,
  });
  return (
    // An early press sets `data-early` before React hydrates.
    <form {...form.form} aria-label="Profile" suppressHydrationWarning>
      <TextField label="Name" {...form.field("name")} />
      <TextField label="City" {...form.field("city")} />
      <CheckboxField label="I agree" {...form.field("agreed")} />
      <FormError>{form.error}</FormError>
      <button>Send</button>
      <button type="button">Other</button>
    </form>
  );
}

const field = (name: string) => screen.getByRole("textbox", { name });
const agree = () => screen.getByRole("checkbox", { name: "I agree" });
const send = () => screen.getByRole("button", { name: "Send" });
/** The error message of a field, by its ARIA attributes. */
const messageAt = (element: HTMLElement) => {
  const note = document.getElementById(element.getAttribute("aria-describedby") ?? "");
  return element.getAttribute("aria-invalid") === "true" ? note?.textContent : undefined;
};
const messages = () => [field("Name"), field("City"), agree()].map(messageAt);
const none = [undefined, undefined, undefined];

// 8.1
test("shows a field's error once the field was left", async () => {
  const { user } = renderForUser(<Form />);
  await user.click(field("Name"));
  expect(messages()).toEqual(none);
  await user.tab();
  expect(messages()).toEqual(["Enter a name", undefined, undefined]);
});

// 8.1
test("an invalid submit shows all errors, focuses the first wrong field and keeps the input", async () => {
  const { user } = renderForUser(<Form />);
  await user.type(field("City"), "  ");
  await user.click(send());
  expect(messages()).toEqual(["Enter a name", "Enter a city", "Agree first"]);
  expect(document.activeElement).toBe(field("Name"));
  expect(field("City")).toHaveProperty("value", "  ");
  await user.type(field("Name"), "Ann");
  expect(messages()).toEqual([undefined, "Enter a city", "Agree first"]);
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(field("City"));
  expect(onSubmit).not.toHaveBeenCalled();
});

test("submits the values that the schema parsed", async () => {
  const { user } = renderForUser(<Form />);
  await user.type(field("Name"), " Ann ");
  await user.type(field("City"), "Oslo");
  await user.click(agree());
  await user.click(send());
  expect(onSubmit.mock.calls).toEqual([[{ name: "Ann", city: "Oslo", agreed: true }]]);
});

const prefill = () => ({ name: "Ann", city: "Oslo", agreed: true });

// 8.1
test("shows and focuses server errors until the field changes", async () => {
  const { user } = renderForUser(<Form prefill={prefill} />);
  onSubmit.mockResolvedValue({ city: "No such city", "": "Not saved" });
  await user.click(send());
  expect(messages()).toEqual([undefined, "No such city", undefined]);
  expect(screen.getByRole("alert").textContent).toBe("Not saved");
  expect(document.activeElement).toBe(field("City"));
  expect(field("City")).toHaveProperty("value", "Oslo");
  await user.keyboard("!");
  expect(messages()).toEqual(none);
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("a new submit takes the last one's message of the whole form away, and leaves those of fields", async () => {
  const { user } = renderForUser(<Form prefill={prefill} />);
  onSubmit.mockResolvedValueOnce({ city: "No such city", "": "Not saved" });
  await user.click(send());
  expect([messages()[1], screen.getByRole("alert").textContent]).toEqual(["No such city", "Not saved"]);
  onSubmit.mockReturnValue(new Promise(() => {}));
  await user.click(send());
  expect([messages()[1], screen.getByRole("alert").textContent]).toEqual(["No such city", ""]);
});

test("brings a message into view with each submit: the field's, or that of the whole form", async () => {
  const shown: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    // What the test itself presses is scrolled to as well.
    if (this !== send()) shown.push(this.textContent || this.tagName);
  });
  const { user } = renderForUser(<Form prefill={prefill} />);
  onSubmit.mockResolvedValue({ "": "You're offline" });
  for (const times of [1, 2]) {
    await user.click(send());
    await vi.waitFor(() => expect(shown).toEqual(Array(times).fill("You're offline")));
  }
  onSubmit.mockResolvedValue({ city: "No such city", "": "Not saved" });
  await user.click(send());
  await vi.waitFor(() => expect(shown.slice(2)).toEqual(["INPUT", "No such city"]));
});

test("leaves whoever has gone on where they are when a submit fails late", async () => {
  const shown: Element[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    shown.push(this);
  });
  const { user } = renderForUser(
    <>
      <Form prefill={prefill} />
      <input aria-label="Elsewhere" />
    </>,
  );
  let answer: (refused: Record<string, string>) => void = () => {};
  onSubmit.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await user.click(send());
  await user.click(screen.getByLabelText("Elsewhere"));
  shown.length = 0;
  await act(async () => answer({ "": "Not saved" }));
  await screen.findByText("Not saved");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(shown).toEqual([]);
});

test("ignores a second submit while the first one runs", async () => {
  const { user } = renderForUser(<Form prefill={prefill} />);
  let answer = () => {};
  onSubmit.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await user.click(send());
  await user.click(send());
  const form = screen.getByRole("form", { name: "Profile" });
  expect(form.getAttribute("aria-busy")).toBe("true");
  expect(onSubmit).toHaveBeenCalledOnce();
  await act(async () => answer());
  expect(form.getAttribute("aria-busy")).toBeNull();
  await user.click(send());
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test("shows a blur error only after the pointer is up, so that no button moves from under it", async () => {
  const { user } = renderForUser(<Form />);
  await user.click(field("Name"));
  await user.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "Other" }) });
  expect(document.activeElement).not.toBe(field("Name"));
  expect(messages()).toEqual(none);
  await user.pointer({ keys: "[/MouseLeft]", target: field("City") });
  await vi.waitFor(() => expect(messages()).toEqual(["Enter a name", undefined, undefined]));
});

test("keeps input and a submit from before hydration, and prefers typed text to prefill", async () => {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<Form />);
  expect(messages()).toEqual(none);
  Object.assign(field("Name"), { value: "Bob" });
  Object.assign(agree(), { checked: true });
  within(container).getByRole("form", { name: "Profile" }).dataset["early"] = "";
  renderForUser(<Form prefill={() => ({ name: "Ann", city: "Oslo" })} />, { container, hydrate: true });
  await vi.waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ name: "Bob", city: "Oslo", agreed: true }]]));
  expect(field("Name")).toHaveProperty("value", "Bob");
});

// 20.21
test("what was typed and told in a named form outlives that the page is mounted anew, once, and beats prefill", async () => {
  const prefill = () => ({ city: "Paris", name: "Ada" });
  const { user, rerender } = renderForUser(<Form key="en" carry="form" prefill={prefill} />);
  await user.type(field("Name"), " Byron");
  act(() => carryState());
  rerender(<Form key="de" carry="form" prefill={prefill} />);
  expect([field("Name"), field("City")]).toMatchObject([{ value: "Ada Byron" }, { value: "Paris" }]);
  await user.clear(field("Name"));
  await user.type(field("Name"), " ");
  await user.tab();
  act(() => carryState());
  rerender(<Form key="en again" carry="form" prefill={prefill} />);
  expect(messages()[0]).toBe("Enter a name");
  rerender(<Form key="later" carry="form" />);
  expect(field("Name")).toMatchObject({ value: "" });
});

test("what is mounted anew later than that begins empty, as do forms without a name", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, rerender } = renderForUser(<Form key="en" carry="form" />);
  await user.type(field("Name"), "Ada");
  act(() => carryState());
  vi.advanceTimersByTime(11_000);
  rerender(<Form key="de" carry="form" />);
  expect(field("Name")).toMatchObject({ value: "" });
  rerender(<Form key="plain" />);
  await user.type(field("Name"), "Ada");
  act(() => carryState());
  rerender(<Form key="plain again" />);
  expect(field("Name")).toMatchObject({ value: "" });
  vi.useRealTimers();
});

test("fields that nobody has touched follow what is edited; once saved, all but what was typed since", async () => {
  const Edited = ({ name, city }: { name: string; city: string }) => {
    const { form, field, values, base, settle } = useForm({
      schema: v.object({ name: v.pipe(v.string(), v.trim()), city: v.string() }),
      initial: { name, city },
      onSubmit() {},
    });
    return (
      <form {...form}>
        <TextField label="Name" {...field("name")} />
        <TextField label="City" {...field("city")} />
        <output>{JSON.stringify(changedFields(base, values))}</output>
        <button type="button" onClick={() => settle({ name: "Eve", city: "Bergen" }, { name: "Anna" })}>
          Saved
        </button>
      </form>
    );
  };
  const { user, rerender } = renderForUser(<Edited name="Ann" city="Oslo" />);
  const shown = () => [field("Name"), field("City")].map((one) => one instanceof HTMLInputElement && one.value);
  const changed = () => screen.getByRole("status").textContent;
  await user.type(field("Name"), "a ");
  rerender(<Edited name="Bob" city="Rome" />);
  expect([shown(), changed()]).toEqual([["Anna ", "Rome"], '{"name":"Anna "}']);
  await user.click(screen.getByRole("button", { name: "Saved" }));
  expect([shown(), changed()]).toEqual([["Eve", "Bergen"], "{}"]);
  rerender(<Edited name="Eve" city="Paris" />);
  expect([shown(), changed()]).toEqual([["Eve", "Paris"], "{}"]);
  await user.type(field("City"), "!");
  await user.click(screen.getByRole("button", { name: "Saved" }));
  expect([shown(), changed()]).toEqual([["Eve", "Paris!"], '{"city":"Paris!"}']);
});

test("a message of a field that the form does not show is the form's own", async () => {
  const { user } = renderForUser(<Form prefill={() => ({ name: "Ann", city: "Oslo", agreed: true })} />);
  const found = { name: "Taken", street: "No such street" };
  onSubmit.mockResolvedValue(found);
  await user.click(send());
  await screen.findByText("No such street");
  expect(messages()).toEqual(["Taken", undefined, undefined]);
});

test("submits only itself inside the dialog of another form", async () => {
  const other = vi.fn<() => void>();
  function Outer() {
    const form = useForm({ schema: v.object({}), initial: {}, onSubmit: other });
    return <form {...form.form}>{createPortal(<Form prefill={prefill} />, document.body)}</form>;
  }
  const { user } = renderForUser(<Outer />);
  await user.click(send());
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
});

test("a select whose default the script set has not been chosen by anybody", () => {
  const Choice = () => {
    const { form, values } = useForm({
      schema: v.object({ private: v.boolean() }),
      initial: { private: true },
      onSubmit: async () => {},
    });
    return (
      <form {...form} aria-label={JSON.stringify(values)}>
        <select name="private" value={values.private ? "private" : "public"} onChange={() => {}}>
          <option value="private">Private</option>
          <option value="public">Public</option>
        </select>
      </form>
    );
  };
  // happy-dom lacks it.
  const defaultSelected = vi.fn<() => boolean>(function (this: HTMLOptionElement) {
    return this.hasAttribute("selected");
  });
  Object.defineProperty(HTMLOptionElement.prototype, "defaultSelected", { configurable: true, get: defaultSelected });
  renderForUser(<Choice />);
  expect(screen.getByRole("form").getAttribute("aria-label")).toBe('{"private":true}');
  expect(defaultSelected).toHaveBeenCalled();
  Reflect.deleteProperty(HTMLOptionElement.prototype, "defaultSelected");
});
