/** The characters that a TrueType font has glyphs for, from its `cmap` (OpenType 1.9, formats 4 and 12). */
export function glyphsOf(font: Buffer): Set<number> {
  const codePoints = new Set<number>()
  const cmap = tableOf(font, 'cmap')
  if (cmap === null) return codePoints
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index += 1) {
    const at = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4)
    const format = font.readUInt16BE(at)
    if (format === 4) addSegments(font, at, codePoints)
    if (format === 12) addGroups(font, at, codePoints)
  }
  return codePoints
}

function tableOf(font: Buffer, name: string): number | null {
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const entry = 12 + index * 16
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8)
  }
  return null
}

function addSegments(font: Buffer, at: number, codePoints: Set<number>): void {
  const doubled = font.readUInt16BE(at + 6)
  for (let segment = 0; segment < doubled; segment += 2) {
    const last = font.readUInt16BE(at + 14 + segment)
    const first = font.readUInt16BE(at + 16 + doubled + segment)
    for (let codePoint = first; codePoint <= last && codePoint !== 0xffff; codePoint += 1) codePoints.add(codePoint)
  }
}

function addGroups(font: Buffer, at: number, codePoints: Set<number>): void {
  for (let group = 0; group < font.readUInt32BE(at + 12); group += 1) {
    const first = font.readUInt32BE(at + 16 + group * 12)
    const last = font.readUInt32BE(at + 20 + group * 12)
    for (let codePoint = first; codePoint <= last; codePoint += 1) codePoints.add(codePoint)
  }
}
