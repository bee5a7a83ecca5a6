// Hands a link on: by the device's own sharing where that is usual, else to the clipboard. False: neither was possible.
export async function shareText(title: string, url: string): Promise<boolean> {
  try {
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: "Trestle", text: title, url });
    else await navigator.clipboard.writeText(url); // absent where the page is not secure
    return true;
  } catch {
    return false;
  }
}
