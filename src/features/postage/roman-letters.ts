/** Letters that no accent makes, as English writes them. */
const others: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
  '’': "'",
  '‘': "'",
  ʻ: "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '\u00a0': ' ',
}

/**
 * A text in the letters that Click & Drop's file takes: A to Z, digits and plain punctuation, on one line. Null where it
 * has letters of another script, or signs, that nothing here replaces.
 */
export function romanLetters(text: string): string | null {
  const plain = text
    .replace(/[^\x20-\x7e]/gu, (letter) => others[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/\s+/g, ' ')
    // A spreadsheet program would compute it.
    .replace(/^['=+\-@\s]+/, '')
    .trim()
  return /^[\x20-\x7e]*$/.test(plain) ? plain : null
}
