/**
 * The characters of the shop's own texts, and those frequent in English names of garments, fabrics and places. Every
 * visitor loads fonts subset to them (`scripts/subset-fonts.ts`); any other character loads the full fonts.
 */
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')

export const shopCharacters = `${ascii}\u00a0£€©°·×½¼¾−–—‘’“”‹›…•′″ÀÁÂÄÅÆÇÈÉÊËÍÓÖØÜßàáâãäåæçèéêëìíîïñòóôöøùúûüœ`
