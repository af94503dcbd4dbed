/** A `ref` that focuses an element when it mounts, for elements that the user opened. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}

/** Moves the focus from a removed entry of a list to the next one's heading, else to the one before, else `otherwise`. */
export function focusBeside(list: HTMLElement | null, place: number, otherwise: HTMLElement | null): void {
  const headings = list?.querySelectorAll('h3')
  focusNow(headings?.[place + 1] ?? headings?.[place - 1] ?? otherwise)
}
