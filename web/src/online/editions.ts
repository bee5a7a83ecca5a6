// The tables a game is played with, in words; nothing for the built-in ones.
import { t } from "../strings/language.svelte";
import type { TableInfo } from "./types";

export const editionWords = ({ edition_name: name }: TableInfo): string => (name === undefined ? "" : name === null ? t("web.online.edition.brought") : `${t("web.online.edition")}: ${name}`);
