const apostrophes = /[´＇｀\u02b9\u02bb-\u02bf\u2018-\u201b\u2032\u2035\ua78c]/g
const quotes = /[＂\u201c-\u201f\u2033\u2036«»]/g
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu
const dashes = /[\p{Pd}\u2043\u2212]/gu
const blanks = /[\p{Cc}\p{Z}\s\u2800]+/gu

/** `Ａ` of a Japanese or Chinese keyboard. No other letters are changed: a lookalike is another letter. */
const fullWidth = /[\uff01-\uff5e]/g
const toPlain = 0xfee0

/**
 * What a short text means that was typed or pasted: a code, a number, an address of mail, a postcode. Full-width letters
 * are plain ones, every dash is a hyphen, every apostrophe `'`, blanks are one space, and marks that cannot be seen are
 * gone. The form of mail programs, phones and word processors differs; the text does not.
 */
export function readTyped(text: string): string {
  return text
    .replace(invisible, '')
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .normalize('NFC')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - toPlain))
    .replace(dashes, '-')
    .replace(blanks, ' ')
    .trim()
}

/**
 * A typed e-mail address without what it was copied with: a name before angle brackets, `mailto:`, a final full stop. The
 * full stop of a Japanese or Chinese keyboard is a dot.
 * Whether it is one is decided afterwards.
 */
export function readTypedEmail(text: string): string {
  const typed = readTyped(text)
  const [, inBrackets] = /^[^<>@]*<([^<>]*)>[.,;]?$/.exec(typed) ?? []
  return (inBrackets ?? typed)
    .trim()
    .replace(/^mailto: ?/i, '')
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[.,;]$/, '')
}
