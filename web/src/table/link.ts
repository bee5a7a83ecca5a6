// A game as a link: the record itself, compressed, after the # of the address, so that no server keeps it or sees it. The marks of the
// chain are left out but for the last, which covers them all: they are computed again, and a link that was changed is found out.
import { chained, markOf, readRecord } from "./record";

const turn = async (bytes: Blob, how: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await new Response(bytes.stream().pipeThrough(how)).arrayBuffer());

export async function linkTo(record: string): Promise<string> {
  const { lines } = readRecord(record);
  const text = [...lines.map((line) => line.replace(/ #[0-9a-f]{16}$/, "")), markOf(lines.at(-1) ?? "")].join("\n");
  const packed = await turn(new Blob([text]), new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.href.replace(/[?#].*$/, "")}#/game/${letters}`;
}

export async function linked(letters: string): Promise<string> {
  const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const lines = new TextDecoder().decode(await turn(new Blob([packed]), new DecompressionStream("deflate-raw"))).split("\n");
  const last = lines.pop();
  const marked = await chained(lines);
  if (marked.length === 0 || markOf(marked.at(-1)!) !== last) throw new Error("the link is not whole");
  return marked.join("\n") + "\n";
}
