let kept: object | null = null

/** Stores the loader's JSON-LD where the page's head finds it, so that browsers do not get the texts twice. */
export function keepFaq(thing: object): void {
  kept = thing
}

/** The last stored value; it is the same for every visitor. */
export function keptFaq(): object[] {
  return kept ? [kept] : []
}
