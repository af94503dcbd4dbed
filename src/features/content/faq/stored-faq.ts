let stored: object | null = null

/** Stores the loader's JSON-LD for the page's head, so that browsers do not get the texts twice. */
export function storeFaq(jsonLd: object): void {
  stored = jsonLd
}

/** The last stored value; it is the same for every visitor. */
export function storedFaq(): object[] {
  return stored ? [stored] : []
}
