import { firstName } from '#features/orders/emails/first-name.ts'

/** What a saved reply may contain, to be filled in. */
const blanks = ['{name}', '{order}'] as const

/** The most characters of a reply. */
export const longestReply = 5_000

/**
 * A saved text with the customer's name and order number. The first name, where the name has one. A blank without a
 * value stays, and a reply with one is not sent.
 */
export function fillReply(text: string, { name, orderNumber }: { name: string; orderNumber: string | null }): string {
  const values = { '{name}': firstName(name) ?? name, '{order}': orderNumber }
  return text.replaceAll(/\{(?:name|order)\}/g, (blank) => values[blank as keyof typeof values] ?? blank)
}

/** The first blank that is still in a text; null for a complete one. */
export function findBlank(text: string): string | null {
  return blanks.find((blank) => text.includes(blank)) ?? null
}
