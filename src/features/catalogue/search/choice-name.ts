/** A size or colour in a URL: 'Forest green' is `forest-green`. Empty without a letter or digit. */
export function choiceName(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
