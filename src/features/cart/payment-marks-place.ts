import { reachedPart } from '#ui/reached-part.tsx'

/** `PaymentMarks` without a script on the page. The loader of its page calls `renderWith`. */
export const marksPart = reachedPart<{ klarna: boolean }>(
  async () => (await import('./payment-marks.tsx')).PaymentMarks,
)
