import type { AddressBar } from "./studio.svelte.js";

/** The address of this page. */
export function browserAddress(): AddressBar {
  return {
    read: () => location.hash,
    write(hash, isStep) {
      const address = `${location.pathname}${location.search}${hash ? `#${hash}` : ""}`;
      if (`${location.pathname}${location.search}${location.hash}` === address) return;
      if (isStep) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    },
  };
}
