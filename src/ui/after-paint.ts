/** Does work after the next frame, so that a press shows its answer first. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
