import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Calls `take` with the control as it is at the first render: a choice made before the script arrived, or restored by
 * the browser on a reload, called no handler.
 */
export function useEarlyChoice<Control extends HTMLElement>(
  take: (control: Control) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: later choices call the control's own handler
  useLayoutEffect(() => {
    if (control.current) take(control.current)
  }, [])
  return control
}

/** The value of the chosen radio button in a group; null without one. */
export function chosenIn(group: HTMLElement): string | null {
  return group.querySelector<HTMLInputElement>('input:checked')?.value ?? null
}
