/**
 * What garments are called on the shop page, in the owner's order. `slug`: its value in the URL; `former`: those it had
 * before it was renamed, whose links lead to it.
 */
export type ShopKind = { id: string; name: string; plural: string; slug: string; former: readonly string[] }

/** The kinds of a shop whose owner has not changed them. */
export const firstKinds: readonly ShopKind[] = [
  { id: 'dress', name: 'Dress', plural: 'Dresses', slug: 'dresses', former: [] },
  { id: 'skirt', name: 'Skirt', plural: 'Skirts', slug: 'skirts', former: [] },
  { id: 'coat', name: 'Coat', plural: 'Coats', slug: 'coats', former: [] },
  { id: 'top', name: 'Top', plural: 'Tops', slug: 'tops', former: [] },
  { id: 'accessory', name: 'Scarf or accessory', plural: 'Accessories', slug: 'accessories', former: [] },
]

/** As the owner writes a kind; a new one has an empty id, and one that is put back its former slugs. */
export type TypedKind = Pick<ShopKind, 'id' | 'name' | 'plural'> & { former?: readonly string[] | undefined }

/** The most letters of a name: of the page cache's addresses too. */
export const maxKindName = 40

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
  return typed.map(({ id, name, plural, former = [] }, at) => {
    const slug = slugs[at] ?? ''
    const known = before.find((kind) => kind.id === id)
    const all = new Set([...former, ...(known ? [...known.former, known.slug] : [])])
    return { id: id || freeId(slug, taken), name, plural, slug, former: [...all].filter((old) => !slugs.includes(old)) }
  })
}

function freeId(slug: string, taken: Set<string>): string {
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
