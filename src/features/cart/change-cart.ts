import { toast } from '#ui/toast.ts'
import { addGarment } from './add-garment.ts'
import { type CartLine, cart, forgetAdvice, type LineName, openCart, removeLine, setQuantity } from './cart.ts'

/** The subject of the notice about an added garment, which closes when the cart opens. */
export const addedToCart = 'added-to-cart'

/** Adds a garment to the cart and says so, or says why it could not. */
export function addToCart(added: CartLine): void {
  const before = cart.get()
  const { lines, notice } = addGarment(before, added)
  if (lines === before) return void toast(notice)
  cart.update(() => lines)
  const action = { label: 'View cart', onPress: openCart }
  void toast({ ...notice, about: addedToCart, action, lastsMs: 8_000 })
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
