import { wrongOption } from "../../errors/wrong-option.js";
import type { MethodSettings } from "../direction-method.js";

/** Whether to repeat what published code does where it differs from its paper. @throws InputError `wrong-option` */
export function publishedOption({ asPublished = false }: MethodSettings): boolean {
  if (typeof asPublished !== "boolean") throw wrongOption("asPublished", asPublished, "true or false");
  return asPublished;
}
