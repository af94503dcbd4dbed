/** As a `ref`: what has just come takes the focus, since it came because she asked for it. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}
