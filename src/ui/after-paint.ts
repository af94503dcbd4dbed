/** Does work after the next frame, so that a press shows its answer first. `delayMs`: after that. */
export function afterPaint(work: () => void, delayMs = 0): void {
  requestAnimationFrame(() => setTimeout(work, delayMs))
}

/** Longer than a finger stays on the glass: what a first move starts must not delay the press that it becomes. */
export const pressMs = 300
