export type Verse = { text: string; reference: string }

/**
 * The verse of thanks, of the World English Bible (public domain), that a fresh shop begins with; the owner changes it in
 * the settings. Apart from `shop.config.ts`, because every page loads that and few have a verse.
 */
export const verse: Verse = {
  text: 'Put on therefore, as God’s chosen ones, holy and beloved, a heart of compassion, kindness, lowliness, humility, and perseverance.',
  reference: 'Colossians 3:12',
}
