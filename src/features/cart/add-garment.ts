import { addLine, type CartLine, maxLines, maxQuantity, sameLine } from './cart-lines.ts'

/** What a change of the cart says, in the specification's words. `detail`: which size of the garment. */
export type CartNotice = { title: string; description: string; detail?: string }

/**
 * The cart with a garment added as by `addLine`, and what to say about it. A full line or cart stays as it is: the same
 * array. `size`: its size for the reader.
 */
export function addGarment(
  lines: CartLine[],
  added: CartLine,
  size: string,
): { lines: CartLine[]; notice: CartNotice } {
  const there = lines.find((line) => sameLine(line, added))
  if (there && there.quantity >= maxQuantity) return { lines, notice: enoughOfOne(added) }
  if (!there && lines.length >= maxLines) return { lines, notice: fullCart }
  const { name } = added
  const changed = addLine(lines, added)
  const quantity = changed.find((line) => sameLine(line, added))?.quantity ?? 1
  const detail = `Size ${size}${quantity > 1 ? `, ${quantity} in your cart` : ''}`
  const notice = there
    ? { title: 'Cart Updated', description: `${name} quantity updated`, detail }
    : { title: 'Added to Cart', description: `${name} has been added to your cart`, detail }
  return { lines: changed, notice }
}

export const fullCart: CartNotice = {
  title: 'Your cart is full',
  description: `You can order up to ${maxLines} different garments at once.`,
}

function enoughOfOne({ name }: CartLine): CartNotice {
  return {
    title: 'Cart Updated',
    description: `You already have ${maxQuantity} of the ${name} in your cart, the most you can order at once.`,
  }
}
