/** A material and its percentage, as typed. */
export type FabricPart = { material: string; percent: string }

/** The fabric: percentages that add up to 100, or free text. */
export type Fabric = { kind: 'parts'; parts: FabricPart[] } | { kind: 'words'; text: string }

const part = /^(\d{1,3}(?:\.\d)?)% ([^,%\n]+)$/

/** '70% linen, 30% viscose', without empty rows. */
export function formatParts(parts: readonly FabricPart[]): string {
  return filled(parts)
    .map(({ material, percent }) => `${percent.trim()}% ${material.trim()}`)
    .join(', ')
}

/** Parses the column. Text that `formatParts` would write differently stays free text. */
export function readFabric(text: string | null): Fabric {
  if (!text) return { kind: 'parts', parts: [] }
  const parts = text.split(', ').map((piece) => {
    const [, percent = '', material = ''] = part.exec(piece) ?? []
    return { material, percent }
  })
  const isShares = formatParts(parts) === text && fabricProblem({ kind: 'parts', parts }) === null
  return isShares ? { kind: 'parts', parts } : { kind: 'words', text }
}

/** The text to store; null for an empty fabric. */
export function fabricText(fabric: Fabric): string | null {
  return (fabric.kind === 'words' ? fabric.text.trim() : formatParts(fabric.parts)) || null
}

/** The sum of the percentages, to one decimal. */
export function sumOfParts(parts: readonly FabricPart[]): number {
  return Math.round(filled(parts).reduce((sum, { percent }) => sum + (Number(percent) || 0), 0) * 10) / 10
}

/** The problem with the percentages; null for none. */
export function fabricProblem(fabric: Fabric): string | null {
  if (fabric.kind === 'words') return null
  const parts = filled(fabric.parts)
  if (parts.length === 0) return null
  if (parts.some(({ material }) => !material.trim())) return 'Each share needs its material.'
  if (parts.some(({ material }) => /[,%\n]/.test(material))) {
    return 'A material is a plain name such as linen. For more, write it in your own words.'
  }
  if (parts.some(({ percent }) => !(Number(percent) > 0 && Number(percent) <= 100))) {
    return 'Each material needs its share in per cent.'
  }
  if (parts.some(({ percent }) => !/^\d{1,3}(\.\d)?$/.test(percent.trim()))) return 'Shares have one decimal at most.'
  const sum = sumOfParts(parts)
  return sum === 100 ? null : `The shares add up to ${sum}%; a cloth has 100%.`
}

function filled(parts: readonly FabricPart[]): FabricPart[] {
  return parts.filter(({ material, percent }) => material.trim() || percent.trim())
}
