// What went wrong at the server, in words.
import { EngineError } from "../engine/types";
import { language, t } from "../strings/language.svelte";

export const code = (error: unknown): string => (error instanceof EngineError ? error.problem.code : "");
export function words(error: unknown): string {
  const problem = error instanceof EngineError ? error.problem : { code: "", message: String(error) };
  // File and line, where somebody brought files along.
  const place = /^\w+, (.+)$/.exec("where" in problem ? (problem.where ?? "") : "")?.[1];
  const message = place ? `${place}: ${problem.message}` : problem.message;
  for (const key of [`web.online.error.${problem.code}`, `web.problem.${problem.code}`]) if (language.has(key)) return t(key, message);
  return message;
}
