const fibre = /(\d{1,3}(?:[.,]\d+)?)\s?%\s+(\p{L}+)/gu

/** Google takes one main material and two more beside it, and no more letters than these. */
const most = { fibres: 3, letters: 200 }

/**
 * What the outer cloth of a garment is made of, the most first, as Google's `material` has it: 'polyester/elastane'. It is
 * what stands first among the owner's words; where no fibres with their shares stand there, null.
 */
export function materialOf(fabric: string | null): string | null {
  // What comes after it is of linings, buttons and how it is washed.
  const outer = (fabric ?? '').split(/[.;\n](?!\d)/).find((part) => part.trim() !== '') ?? ''
  const shares = [...outer.matchAll(fibre)].map(([, share = '', name = '']) => ({
    name: name.toLowerCase(),
    share: Number(share.replace(',', '.')),
  }))
  const main = shares.filter(({ share }) => share > 0 && share <= 100).sort((a, b) => b.share - a.share)
  const material = [...new Set(main.map(({ name }) => name))].slice(0, most.fibres).join('/')
  return material.length > 0 && material.length <= most.letters ? material : null
}
