import { shop } from '#shop'
import { storedValue } from './stored-value.ts'

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The random name of this browser's cart: the shop keeps one payment page open for each. Null before the first one. */
const storedCartId = storedValue<string | null>({
  key: `${shop.shortName}-cart-id`,
  parse: (text) => (text !== null && form.test(text) ? text : null),
  print: (id) => id ?? '',
})

/** This cart's id, made at the first asking. */
export function cartId(): string {
  const id = storedCartId.get() ?? randomId()
  storedCartId.update(() => id)
  return id
}

/** Gives the cart a new id once `old` has been paid; a cart that has another by now keeps it. */
export function renewCartId(old: string): void {
  storedCartId.update((id) => (id === old ? randomId() : id))
}

// crypto.randomUUID is missing on pages that are not served over https.
function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
