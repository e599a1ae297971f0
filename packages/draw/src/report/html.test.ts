import { expect, test } from "vitest";
import { html, trusted } from "./html.js";

test("values in a template are escaped, in elements and in attributes", () => {
  const hostile = `<b title="'">&amp;`;
  expect(html`<i title="${hostile}">${hostile}</i>`.markup).toBe(
    '<i title="&lt;b title=&quot;&#39;&quot;&gt;&amp;amp;">&lt;b title=&quot;&#39;&quot;&gt;&amp;amp;</i>',
  );
});

test("markup is not escaped, lists are joined, undefined is empty", () => {
  expect(html`${[html`<i>${1}</i>`, trusted("<b></b>")]}${undefined}${html``}`.markup).toBe("<i>1</i><b></b>");
});

test("a name cannot change the direction of the text after it", () => {
  expect(html`${"a\u202eb"}!`.markup).toBe("ab!");
});
