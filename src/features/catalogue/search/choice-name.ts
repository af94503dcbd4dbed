/** How a size or a colour is called in an address: 'Forest green' is `forest-green`. Empty where it has no letter or figure. */
export function choiceName(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
