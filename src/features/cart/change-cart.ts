import { toast } from '#ui/toast.ts'
import {
  addLine,
  type CartLine,
  cart,
  forgetAdvice,
  type LineName,
  lineKey,
  maxLines,
  maxQuantity,
  openCart,
  removeLine,
  setQuantity,
} from './cart.ts'

/** The subject of the notice about an added garment, which closes when the cart opens. */
export const addedToCart = 'added-to-cart'

/**
 * Adds a garment to the cart and shows a toast. A full line or cart stays as it is, and the toast says so. True when
 * the cart changed.
 */
export function addToCart(added: CartLine): boolean {
  const before = cart.get()
  const there = before.find((line) => lineKey(line) === lineKey(added))
  if (there ? there.quantity >= maxQuantity : before.length >= maxLines) {
    void toast(there ? enoughOfOne(added.name) : fullCart)
    return false
  }
  cart.update((lines) => addLine(lines, added))
  void toast({
    ...(there
      ? { title: 'Cart Updated', description: `${added.name} quantity updated` }
      : { title: 'Added to Cart', description: `${added.name} has been added to your cart` }),
    about: addedToCart,
    action: { label: 'View cart', onPress: openCart },
    lastsMs: 8_000,
  })
  return true
}

/** Removes a line and shows a toast. */
export function removeFromCart(name: LineName): void {
  cart.update((lines) => removeLine(lines, name))
  void toast({ title: 'Removed from Cart', description: 'Item has been removed from your cart' })
}

/** Sets a line's quantity; below 1 removes the line with its toast. */
export function changeQuantity(name: LineName, quantity: number): void {
  if (quantity < 1) removeFromCart(name)
  else cart.update((lines) => setQuantity(lines, name, quantity))
}

/** Removes the measurements of a line. */
export function leaveOutMeasurements(name: LineName): void {
  cart.update((lines) => forgetAdvice(lines, name))
}

const fullCart = {
  title: 'Your cart is full',
  description: `You can order up to ${maxLines} different garments at once.`,
}

function enoughOfOne(name: string): { title: string; description: string } {
  return {
    title: 'Cart Updated',
    description: `You already have ${maxQuantity} of the ${name} in your cart, the most you can order at once.`,
  }
}
