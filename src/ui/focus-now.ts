/** A `ref` that focuses an element when it appears, for elements the user has just opened. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}
