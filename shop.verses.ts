/**
 * The verses on the pages, of the World English Bible (public domain). Apart from `shop.config.ts`, because every page loads
 * that and few have a verse.
 */
export const verses = {
  opening: {
    text: 'Strength and dignity are her clothing. She laughs at the time to come.',
    reference: 'Proverbs 31:25',
  },
  comingSoon: {
    text: '“For I know the thoughts that I think toward you,” says Yahweh, “thoughts of peace, and not of evil, to give you hope and a future.”',
    reference: 'Jeremiah 29:11',
  },
  thanks: {
    text: 'Put on therefore, as God’s chosen ones, holy and beloved, a heart of compassion, kindness, lowliness, humility, and perseverance.',
    reference: 'Colossians 3:12',
  },
  about: {
    text: 'Let your beauty come from the hidden person of the heart, in the incorruptible adornment of a gentle and quiet spirit, which is very precious in God’s sight.',
    reference: '1 Peter 3:4',
  },
}
