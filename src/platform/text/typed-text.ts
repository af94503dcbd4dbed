const apostrophes = /[`´\u02b9\u02bb-\u02bf\u2018-\u201b\u2032\u2035\ua78c]/g
const quotes = /[\u201c-\u201f\u2033\u2036«»]/g
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu
const dashes = /[\p{Pd}\u2043\u2212]/gu
const blanks = /[\p{Cc}\p{Z}\s]+/gu

/**
 * What a short text means that was typed or pasted: a code, a number, an address of mail, a postcode. Full-width letters
 * are plain ones, every dash is a hyphen, every apostrophe `'`, blanks are one space, and marks that cannot be seen are
 * gone. The form of mail programs, phones and word processors differs; the text does not.
 */
export function readTyped(text: string): string {
  return text
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(dashes, '-')
    .replace(blanks, ' ')
    .trim()
}
