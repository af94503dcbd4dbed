import { namedSize } from '#features/catalogue/samples.ts'
import { toast } from '#ui/toast.ts'
import { cart } from './cart.ts'
import { forgetAdvice, removeLine, setQuantity } from './cart-changes.ts'
import { addLine, type CartLine, type LineName, maxLines, sameLine } from './cart-lines.ts'

/** Removes a line and says so, with the way back. */
export function removeFromCart(name: LineName): void {
  const before = cart.get()
  const place = before.findIndex((line) => sameLine(line, name))
  const line = before[place]
  if (!line) return
  cart.update((lines) => removeLine(lines, name))
  void toast({
    title: 'Removed from Cart',
    description: 'Item has been removed from your cart',
    detail: namedSize(line),
    about: 'removed-from-cart',
    action: { label: 'Put it back', onPress: () => cart.update((lines) => putBack(lines, line, place)) },
  })
}

/** The cart with a removed line back in its place; if it was added again meanwhile, its quantity rises instead. */
export function putBack(lines: readonly CartLine[], line: CartLine, place: number): CartLine[] {
  const isThere = lines.some((other) => sameLine(other, line))
  return isThere || lines.length >= maxLines ? addLine(lines, line) : lines.toSpliced(place, 0, line)
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
