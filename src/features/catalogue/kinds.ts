/**
 * The kinds that the program knows by itself: a garment's first of these decides its hem, its figure and what words find.
 * What the shop page lists are the owner's kinds, `src/features/settings/kinds.ts`. `hasHem`: it is hemmed for the
 * customer's height, so its page asks for that.
 */
export const kinds = [
  { id: 'dress', hasHem: true },
  { id: 'skirt', hasHem: true },
  { id: 'coat', hasHem: true },
  { id: 'top', hasHem: true },
  { id: 'accessory', hasHem: false },
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
