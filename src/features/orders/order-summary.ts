/** An order in two short texts: `Mary Dress × 2, Ruth Skirt` and, in the same order, `10-12, 8-10`. */
export function summaryOf(lines: readonly { name: string; quantity: number; size: string }[]): {
  names: string
  sizes: string
} {
  return {
    names: lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(', '),
    sizes: lines.map(({ size }) => size).join(', '),
  }
}
