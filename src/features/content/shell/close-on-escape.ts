import type { KeyboardEvent } from 'react'

/** For a disclosure that covers the page: Escape closes it and returns the focus to its button. */
export function closeOnEscape({ key, currentTarget: details }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !details.open) return
  details.open = false
  details.querySelector('summary')?.focus()
}
