declare module "virtual:theme.css";
declare module "virtual:version" {
  /** Of the package that Studio is published in. */
  export const version: string;
}
