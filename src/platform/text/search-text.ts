// The SQL function `private.search_text` has the same classes and letters: a test compares them.
const marks =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks are removed, whatever they are on
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u180b-\u180d\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+/g
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g
const quotes =
  /["'`\u00ab\u00bb\u02b9-\u02bf\u02ca\u02cb\u055a\u05f3\u05f4\u2018-\u201f\u2032-\u2037\u2039\u203a\ua78c]+/g
const blank =
  /[-\t\n\v\f\r \u0085\u00a0\u058a\u05be\u1680\u1806\u2000-\u200a\u2010-\u2015\u2028\u2029\u202f\u2043\u205f\u2212\u2e3a\u2e3b\u3000\u301c\u3030]+/g
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
}

/**
 * Text in the form that searches compare: lower case, letters without marks (ł is l, ß is ss), no quotes or apostrophes,
 * and one space for blanks and dashes. `private.search_text` is the same in SQL.
 */
export function searchText(text: string): string {
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(marks, '')
    .replace(invisible, '')
    .replace(quotes, '')
    .replace(/[A-Z\u00c0-\u058f\u1e9e]/g, (letter) => letter.toLowerCase())
    .replace(/[ßæœþðđøħıłŋŧς]/g, (letter) => letters[letter] ?? letter)
    .replace(blank, ' ')
    .replace(/^ | $/g, '')
}
