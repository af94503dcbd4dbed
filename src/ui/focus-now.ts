/** A `ref` that focuses an element when it mounts, for elements that the user opened. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}
