const fibre = /(\d{1,3}(?:[.,]\d+)?)\s?%\s+(\p{L}+)/gu

/** Google accepts one main material and two more, within this number of characters. */
const most = { fibres: 3, letters: 200 }

/**
 * The outer fabric's materials in descending share, as Google's `material`: 'polyester/elastane'. Parsed from the
 * beginning of the owner's text; null without fibres and shares there.
 */
export function materialOf(fabric: string | null): string | null {
  // The rest of the text is about linings, buttons and care.
  const outer = (fabric ?? '').split(/[.;\n](?!\d)/).find((part) => part.trim() !== '') ?? ''
  const shares = [...outer.matchAll(fibre)].map(([, share = '', name = '']) => ({
    name: name.toLowerCase(),
    share: Number(share.replace(',', '.')),
  }))
  const main = shares.filter(({ share }) => share > 0 && share <= 100).sort((a, b) => b.share - a.share)
  const material = [...new Set(main.map(({ name }) => name))].slice(0, most.fibres).join('/')
  return material.length > 0 && material.length <= most.letters ? material : null
}
