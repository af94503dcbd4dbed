/**
 * The text with `instead` for each e-mail address in it. Words are found first: a pattern with the @ in it is tried
 * again at each character of a long word.
 */
export function replaceAddresses(text: string, instead: string): string {
  return text.replaceAll(/[^\s<>"']+/g, (word) => (/.@./.test(word) ? instead : word))
}
