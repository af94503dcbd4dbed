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

/**
 * Whether a garment is hemmed for a height: one that has a length, given as measures or in words, and is neither an
 * accessory nor a cape. Also one whose kind its owner has not chosen.
 */
export function hasHem(garment: { kind: string | null; length: string | null; measures: unknown }): boolean {
  const cut = (garment.measures as { cut?: string } | null)?.cut
  const hasLength = Boolean(cut) || Boolean(garment.length?.trim())
  return hasLength && cut !== 'cape' && (kinds.find(({ id }) => id === garment.kind)?.hasHem ?? true)
}
