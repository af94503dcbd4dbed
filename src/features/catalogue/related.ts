import type { Product } from './product.ts'

const most = 4

/** Up to four other garments to look at next: those of the same colour or kind first, then the nearest in price. */
export function relatedTo(product: Product, others: readonly Product[]): Product[] {
  return others
    .filter(({ id }) => id !== product.id)
    .map((other) => ({
      other,
      kinship: kinship(product, other),
      apart: Math.abs(other.pricePence - product.pricePence),
    }))
    .sort((a, b) => b.kinship - a.kinship || a.apart - b.apart || a.other.name.localeCompare(b.other.name))
    .slice(0, most)
    .map(({ other }) => other)
}

function kinship(a: Product, b: Product): number {
  return Number(a.colour !== null && a.colour === b.colour) + Number(kind(a) === kind(b))
}

// Garments are called by a name and a kind: 'Mary Dress', 'Ruth Skirt'.
function kind({ name }: Product): string | undefined {
  return name.split(' ').at(-1)?.toLowerCase()
}
