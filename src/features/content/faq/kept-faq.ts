let kept: object | null = null

/** Lays what the loader made of the FAQ where the page's head finds it: no browser needs all those words twice. */
export function keepFaq(thing: object): void {
  kept = thing
}

/** What was laid there last; it is the same for every visitor. */
export function keptFaq(): object[] {
  return kept ? [kept] : []
}
