// Keeping a text as a file, and reading files that a person chose.
export function keep(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const textsOf = (files: FileList | null): Promise<{ name: string; text: string }[]> => Promise.all([...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })));
