import { z } from 'zod'
import { shop as defaults } from '#shop-defaults'

/**
 * What garments are called on the shop page, in the owner's order. `slug`: its value in the URL; `former`: those it had
 * before it was renamed, whose links lead to it.
 */
export type ShopKind = Named & { id: string; slug: string; former: readonly string[] }

/** What the owner says of a kind. `hasHem`: its garments are hemmed for the customer's height, so their pages ask for it. */
type Named = { name: string; plural: string; hasHem: boolean }

/** The kinds of a shop whose owner has not changed them. */
export const firstKinds: readonly ShopKind[] = [
  { id: 'dress', name: 'Dress', plural: 'Dresses', hasHem: true, slug: 'dresses', former: [] },
  { id: 'skirt', name: 'Skirt', plural: 'Skirts', hasHem: true, slug: 'skirts', former: [] },
  { id: 'coat', name: 'Coat', plural: 'Coats', hasHem: true, slug: 'coats', former: [] },
  { id: 'top', name: 'Top', plural: 'Tops', hasHem: true, slug: 'tops', former: [] },
  {
    id: 'accessory',
    name: 'Scarf or accessory',
    plural: 'Accessories',
    hasHem: false,
    slug: 'accessories',
    former: [],
  },
]

/** As the owner writes a kind; a new one has an empty id, and one that is put back its former slugs. */
export type TypedKind = Named & { id: string; former?: readonly string[] | undefined }

/** The most letters of a name: of the page cache's addresses too. */
export const maxKindName = 40

const kindName = z
  .string()
  .trim()
  .min(1, 'Please give both names.')
  .max(maxKindName, `Please keep it to ${maxKindName} characters.`)
  .regex(/^[^\p{Cc}]*$/u, 'Please use plain text only.')

export const KindsSchema = z
  .array(
    z
      .object({
        id: z.string().regex(/^$|^[a-z\d]+(-[a-z\d]+)*$/),
        name: kindName,
        plural: kindName,
        hasHem: z.boolean().optional(),
        slug: z.string().max(maxKindName).default(''),
        former: z.array(z.string().max(maxKindName)).max(40).default([]),
      })
      // One that was stored before hems were the owner's to choose.
      .transform(({ hasHem, ...kind }) => ({ ...kind, hasHem: hasHem ?? !defaults.kindsWithoutHem.includes(kind.id) })),
  )
  .min(1, 'Please keep one kind.')
  .max(24, 'A shop has up to 24 kinds.')

/** The kinds that are valid in the settings, else those of a fresh shop. */
export function kindsOf(value: unknown): readonly ShopKind[] {
  return KindsSchema.safeParse(value).data ?? firstKinds
}

/**
 * The kinds as the owner wrote them, after `before`: a new one gets an id of its own, and a renamed one keeps its former
 * slugs, unless another kind has one now. Returns a message for the owner where two have one name.
 */
export function writeKinds(typed: readonly TypedKind[], before: readonly ShopKind[]): ShopKind[] | string {
  const slugs = typed.map(({ plural }) => slugOf(plural))
  for (const [at, slug] of slugs.entries()) {
    const { plural } = typed[at] as TypedKind
    if (!slug) return `“${plural}” has no letter. Please give it a name.`
    if (slugs.indexOf(slug) < at) return `There are two kinds called “${plural}”.`
  }
  const taken = new Set([...typed, ...before].map(({ id }) => id).filter(Boolean))
  return typed.map(({ id, name, plural, hasHem, former = [] }, at) => {
    const slug = slugs[at] ?? ''
    const known = before.find((kind) => kind.id === id)
    const all = new Set([...former, ...(known ? [...known.former, known.slug] : [])])
    return {
      id: id || freeId(slug, taken),
      name,
      plural,
      hasHem,
      slug,
      former: [...all].filter((old) => !slugs.includes(old)),
    }
  })
}

/** The ids of those that are not hemmed. */
export function withoutHem(kinds: readonly ShopKind[]): string[] {
  return kinds.filter(({ hasHem }) => !hasHem).map(({ id }) => id)
}

/** An id that is not taken; it is taken then. */
export function freeId(slug: string, taken: Set<string>): string {
  let id = slug
  for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`
  taken.add(id)
  return id
}

/** 'Evening dresses' as it is in a URL: 'evening-dresses'. */
export function slugOf(plural: string): string {
  return plural
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
