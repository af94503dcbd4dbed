const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

// Characters that XML 1.0 cannot contain, not even as a character reference (section 2.2).
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Text escaped for XML, between tags or in quotes; characters that XML does not allow are left out. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/[&<>"']/g, (sign) => named[sign] ?? sign)
}
