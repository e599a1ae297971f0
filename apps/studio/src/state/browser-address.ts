import type { AddressBar } from "./studio.svelte.js";

/** The address of this page. */
export function browserAddress(): AddressBar {
  return {
    read: () => location.hash,
    table: () => history.state?.table,
    write(hash, isStep, table) {
      const address = `${location.pathname}${location.search}${hash ? `#${hash}` : ""}`;
      const isSame = `${location.pathname}${location.search}${location.hash}` === address;
      if (isStep && !isSame) history.pushState({ table }, "", address);
      else history.replaceState({ table }, "", address);
    },
  };
}
