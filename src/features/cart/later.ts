import { storagePrefix, storedValue, useStoredValue } from '#base/stored-value.ts'
import { cart } from './cart.ts'
import { addLine, type CartLine, type LineName, parseCart, sameLine } from './cart-lines.ts'

/** Lines put aside while the others are ordered. They return to the cart once those are paid. */
const later = storedValue({ key: `${storagePrefix}-cart-later`, parse: parseCart })

/** The lines put aside; none on the server and in the first render. */
export function useLater(): CartLine[] {
  return useStoredValue(later)
}

/** Moves lines from the cart to those put aside. */
export function putAside(names: readonly LineName[]): void {
  const isNamed = (line: CartLine) => names.some((name) => sameLine(name, line))
  const moved = cart.get().filter(isNamed)
  later.update((stored) => moved.reduce(addLine, stored))
  cart.update((lines) => lines.filter((line) => !isNamed(line)))
}

/** Moves the lines put aside back to the cart, and returns them. A line for which a full cart has no room stays. */
export function takeBack(): CartLine[] {
  const stored = later.get()
  if (stored.length === 0) return []
  const lines = cart.update((before) => stored.reduce(addLine, before))
  const isBack = (line: CartLine) => lines.some((other) => sameLine(other, line))
  later.update(() => stored.filter((line) => !isBack(line)))
  return stored.filter(isBack)
}
