/** The banner's text for one garment. days: at least 1; the last day counts as one. */
export function marqueeText(product: string, days: number): string {
  return `Pre-orders for ${product} ends in ${days} day(s). PRE-ORDER NOW!`
}
