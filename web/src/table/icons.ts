// The paths of the icons: those of the page, and those a game brings along when it is loaded.
import { icons as common } from "../generated/icons";

const known = new Map(Object.entries(common));
export function addIcons(more: Record<string, string>): void {
  for (const [name, path] of Object.entries(more)) known.set(name, path);
}
export const iconPath = (name: string): string => known.get(name.replace("gi:", "")) ?? "";
