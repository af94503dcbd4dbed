import { shop } from '#shop'
import { type CartLine, parseCart } from './cart.ts'
import { storedValue, useStoredValue } from './stored-value.ts'

/** The cart of this browser, shared by its tabs. */
export const cart = storedValue({ key: `${shop.shortName}-cart`, parse: parseCart })

/** The cart's lines; empty on the server and in the first render. */
export function useCart(): CartLine[] {
  return useStoredValue(cart)
}
