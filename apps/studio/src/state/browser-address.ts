/** Where the page's address is read and written; the browser's own, but for tests. */
export interface AddressBar {
  read(): string;
  /** The table that the present entry of the history was about, if any was told. */
  table(): number | undefined;
  /** @param isStep whether the way back leads here     @param table a number of its own for every table */
  write(hash: string, isStep: boolean, table: number): void;
}

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
