// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { retryImages } from "./broken-image.ts";
import { CheckboxField } from "./CheckboxField.tsx";
import { FileField } from "./FileField.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { SelectField } from "./SelectField.tsx";
import { TextArea } from "./TextArea.tsx";
import { TextField } from "./TextField.tsx";

const noop = () => {};
const own = { label: "Name", onValue: noop };
const kinds = {
  text: (error?: string) => <TextField {...own} value="" error={error} />,
  password: (error?: string) => <PasswordField {...own} value="" autoComplete="current-password" error={error} />,
  lines: (error?: string) => <TextArea {...own} value="" error={error} />,
  choice: (error?: string) => <SelectField {...own} value="" options={["a", "b"]} error={error} />,
  file: (error?: string) => <FileField {...own} value={null} accept="audio/*" error={error} />,
  checkbox: (error?: string) => <CheckboxField {...own} value={false} error={error} />,
};

const isAfter = (one: Node, other: Node) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;

test.each(Object.entries(kinds))(
  "a field for %s has its label above and its message below (specification 8.1, 20.6)",
  (kind, show) => {
    const { rerender } = renderForUser(show());
    const field = screen.getByLabelText("Name");
    expect(field.getAttribute("aria-invalid")).toBeNull();
    expect(field.getAttribute("aria-describedby")).toBeNull();

    rerender(show("Enter a name"));
    const message = screen.getByText("Enter a name");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")).toBe(message);
    expect(isAfter(field, message)).toBe(true);
    // The label of a checkbox stands beside it.
    if (kind !== "checkbox") expect(isAfter(screen.getByText("Name"), field)).toBe(true);
  },
);

// 20.6
test.each([
  ["text", (optional: boolean) => <TextField {...own} value="" optional={optional} />],
  ["lines", (optional: boolean) => <TextArea {...own} value="" optional={optional} />],
  ["choice", (optional: boolean) => <SelectField {...own} value="" options={[]} placeholder="" optional={optional} />],
  ["checkbox", (optional: boolean) => <CheckboxField {...own} value={false} required={!optional} />],
])("screen readers hear that a field for %s is required", (_, show) => {
  const { rerender } = renderForUser(show(false));
  const field = screen.getByLabelText("Name");
  expect(field.getAttribute("aria-required")).toBe("true");
  rerender(show(true));
  expect(field.getAttribute("aria-required")).toBeNull();
});

test("screen readers hear that a field is optional, beside its hint, and its name stays (specification 20.1, 20.6)", () => {
  renderForUser(<FileField {...own} value={null} accept="image/*" hint="A square one" optional />);
  const field = screen.getByLabelText("Name", { exact: true });
  const described = (field.getAttribute("aria-describedby") ?? "").split(" ");
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(["optional", "A square one"]);
});

test("a choice that always has a value is not called required", () => {
  renderForUser(<SelectField {...own} value="a" options={["a", "b"]} />);
  expect(screen.getByLabelText("Name").getAttribute("aria-required")).toBeNull();
});

// 20.2
test("the size of a chosen file is written as the language writes it", () => {
  renderForUser(<FileField {...own} value={new File(["x".repeat(18_270)], "a.png")} accept="image/*" />);
  expect(screen.getByText("18 kB")).toBeTruthy();
});

test("a present image that does not come, as without a network, is no broken picture", () => {
  const { container } = renderForUser(<FileField {...own} value={null} accept="image/*" preview current="/media/a" />);
  const image = container.querySelector("img");
  fireEvent.error(image as Element);
  expect(container.querySelector("img")).toBeNull();
  // It can be taken out all the same.
  expect(screen.getByRole("button", { name: /^Remove/ })).toBeTruthy();
});

test("an error leaves the hint in its place, and both describe the field (specification 8.1)", () => {
  renderForUser(<TextField {...own} value="" hint="Eight characters" error="Too short" />);
  const ids = (screen.getByLabelText("Name").getAttribute("aria-describedby") ?? "").split(" ");
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(["Too short", "Eight characters"]);
});

test("a present image that did not come is asked for again once the network is back", () => {
  const { container } = renderForUser(<FileField {...own} value={null} accept="image/*" preview current="/media/a" />);
  const image = () => container.querySelector("img");
  fireEvent.error(image() as Element);
  expect(image()).toBeNull();
  act(retryImages);
  expect(image()?.getAttribute("src")).toBe("/media/a");
});
