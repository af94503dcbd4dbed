import { heelName, heels } from './size.ts'

/** The shoes as choices of a list, with those chosen before. */
export function heelChoices(chosen: number | null): { id: string; name: string }[] {
  const all = [...new Set<number>([...heels, chosen ?? 0])].sort((one, other) => one - other)
  return all.map((heelCm) => ({ id: String(heelCm), name: heelName(heelCm) }))
}

/** 'Height 168 cm', 'Height 168 cm, in 5 cm heels': what the garment of an order's line is hemmed for, as text. */
export function heightLabel(heightCm: number, heelCm: number | null | undefined): string {
  return `Height ${heightCm} cm${heelCm ? `, in ${heelName(heelCm)}` : ''}`
}
