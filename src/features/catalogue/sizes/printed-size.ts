/** A size as it is printed: '10–12' for '10-12'. What is kept and sent has the hyphen. */
export function printedSize(size: string): string {
  return size.replace(/(\d)-(?=\d)/g, '$1–')
}
