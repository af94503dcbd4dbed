import type { KeyboardEvent } from 'react'

/** For a disclosure that lies over the page: Escape closes it and gives the focus back to what opened it. */
export function closeOnEscape({ key, currentTarget: details }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !details.open) return
  details.open = false
  details.querySelector('summary')?.focus()
}
