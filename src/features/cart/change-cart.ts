import { printedSize } from '#features/catalogue/sizes/size.ts'
import { toast } from '#ui/toast.ts'
import { addGarment, type CartNotice } from './add-garment.ts'
import { cart, openCart } from './cart.ts'
import type { CartLine } from './cart-lines.ts'

/** The subject of the notice about an added garment, which closes when the cart opens. */
export const addedToCart = 'added-to-cart'

/** Adds a garment to the cart and says so, or says why it could not. */
export function addToCart(added: CartLine): void {
  const before = cart.get()
  const { lines, notice } = addGarment(before, added, printedSize(added.size))
  if (lines === before) return void toast(notice)
  cart.update(() => lines)
  sayAdded(notice)
}

/** Says that the cart has a garment more, with the way there. */
export function sayAdded(notice: CartNotice): void {
  const action = { label: 'View cart', onPress: openCart }
  void toast({ ...notice, about: addedToCart, action, lastsMs: 8_000 })
}
