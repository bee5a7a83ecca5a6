// Keeping a text as a file, and reading one.
export function keep(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The header of a record, as far as the page needs it: docs/records.md.
export interface RecordHead {
  game: string;
  names: string[];
  over: boolean;
}
