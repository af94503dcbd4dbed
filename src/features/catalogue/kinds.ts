/**
 * What a garment is. The shop page has a view of each kind; `slug` is its value in the URL. `hasHem`: it is hemmed for
 * the customer's height, so its page asks for that.
 */
export const kinds = [
  { id: 'dress', name: 'Dress', plural: 'Dresses', slug: 'dresses', hasHem: true },
  { id: 'skirt', name: 'Skirt', plural: 'Skirts', slug: 'skirts', hasHem: true },
  { id: 'coat', name: 'Coat', plural: 'Coats', slug: 'coats', hasHem: true },
  { id: 'top', name: 'Top', plural: 'Tops', slug: 'tops', hasHem: true },
  { id: 'accessory', name: 'Scarf or accessory', plural: 'Accessories', slug: 'accessories', hasHem: false },
] as const

export type Kind = (typeof kinds)[number]['id']

/** Whether a garment is hemmed for a height; also one whose kind its owner has not chosen. */
export function hasHem(kind: string | null): boolean {
  return kinds.find(({ id }) => id === kind)?.hasHem ?? true
}
