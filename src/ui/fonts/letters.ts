/**
 * The letters the shop itself writes, and those that names of garments, cloths and places in English often have. Faces cut
 * to them are what every visitor loads (`scripts/subset-fonts.ts`); of any other letter the uncut faces are fetched.
 */
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')

export const shopLetters = `${ascii}\u00a0£€©°·×½¼¾−–—‘’“”‹›…•′″ÀÁÂÄÅÆÇÈÉÊËÍÓÖØÜßàáâãäåæçèéêëìíîïñòóôöøùúûüœ`
