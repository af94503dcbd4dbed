import { shop } from '#shop'

/**
 * The kinds that are built in: a garment's first of these decides its figure and what words find. What the
 * shop page lists, and what is hemmed, are the owner's kinds, `src/features/settings/kinds.ts`.
 */
export const kinds = [{ id: 'dress' }, { id: 'skirt' }, { id: 'coat' }, { id: 'top' }, { id: 'accessory' }] as const

export type Kind = (typeof kinds)[number]['id']

/** The kind by which a garment's last size is remembered; null where its owner has chosen none. */
export function mainKind({ kind, kinds }: { kind: string | null; kinds: readonly string[] }): string | null {
  return kind ?? kinds[0] ?? null
}

/**
 * Whether a garment is hemmed for a height: one that has a length, given as measures or in words, and is neither a cape
 * nor of a kind without a hem. Also one whose kinds its owner has not chosen.
 */
export function hasHem(garment: { kinds: readonly string[]; length: string | null; measures: unknown }): boolean {
  const cut = (garment.measures as { cut?: string } | null)?.cut
  const hasLength = Boolean(cut) || Boolean(garment.length?.trim())
  return hasLength && cut !== 'cape' && !garment.kinds.some((id) => shop.kindsWithoutHem.includes(id))
}
