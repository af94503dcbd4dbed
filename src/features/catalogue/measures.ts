import { z } from 'zod'
import { type ProductField, textOrNull } from './field-kinds.ts'

/** How a garment is cut: with its measures, all that the drawn figure needs. */
export const cuts = [
  { id: 'gathered', name: 'Gathered at the waist' },
  { id: 'a-line', name: 'A-line from the shoulder or waist' },
  { id: 'straight', name: 'Straight, loose at the waist' },
  { id: 'close', name: 'Close above, easy below, no waist seam' },
  { id: 'tiered', name: 'In tiers' },
  { id: 'pleated', name: 'Pleated' },
  { id: 'wrap', name: 'Wrapped in front, tied at the waist' },
  { id: 'shirt', name: 'Buttoned in front, with a shirt collar' },
  { id: 'capelet', name: 'Long gown under a capelet' },
  { id: 'kaftan', name: 'Sleeves in one with the body, tied at the waist' },
  { id: 'blouse', name: 'Blouse with a tied neck' },
  { id: 'tailored', name: 'Tailored coat with lapels' },
  { id: 'cape', name: 'Cape' },
] as const

export type Cut = (typeof cuts)[number]['id']

export const starts = [
  { id: 'nape', name: 'The nape of the neck' },
  { id: 'waist', name: 'The waist' },
] as const

type Measure = { label: string; min: number; max: number; hint?: string }

/** The numeric measures of size 10-12, each in cm with one decimal at most. The migration has the same limits. */
export const measureFields = {
  length: { label: 'Length to the hem', min: 20, max: 170 },
  hem: { label: 'Round the hem', min: 60, max: 900, hint: 'The whole way round, laid flat.' },
  sleeve: { label: 'Sleeve', min: 0, max: 90, hint: 'From the shoulder seam to its end; blank for no sleeves.' },
  sleeveWidest: { label: 'Sleeve at its widest', min: 20, max: 150, hint: 'All round.' },
  cuff: { label: 'Sleeve at its end', min: 14, max: 150, hint: 'All round: the cuff, or the hem of a wide sleeve.' },
  neckDrop: { label: 'Neckline drop', min: 0, max: 40, hint: 'Below the hollow of the throat, in front.' },
  neckWidth: { label: 'Neckline width', min: 10, max: 45, hint: 'From side to side; blank for a close neck.' },
  collar: { label: 'Collar height', min: 0, max: 15, hint: 'Standing at the neck.' },
  heel: { label: 'Heel it is hemmed for', min: 0, max: 12, hint: 'Blank for flat shoes.' },
} satisfies Record<string, Measure>

export type MeasureName = keyof typeof measureFields
export const measureNames = Object.keys(measureFields) as MeasureName[]

/** The measures of a garment in size 10-12: how it is cut, where its length begins, and lengths in cm. */
export type Measures = { cut: Cut; from: (typeof starts)[number]['id']; length: number } & {
  [Name in Exclude<MeasureName, 'length'>]?: number | undefined
}

/** The measures as typed. */
export type MeasuresTyped = { cut: string; from: string } & Record<MeasureName, string>

const emptyMeasures: MeasuresTyped = {
  cut: '',
  from: '',
  ...(Object.fromEntries(measureNames.map((name) => [name, ''])) as Record<MeasureName, string>),
}

/** '143 cm from the nape to the hem': the length as customers read it. */
export function lengthText({ length, from }: Pick<Measures, 'length' | 'from'>): string {
  return `${length} cm from the ${from} to the hem`
}

/**
 * The message for each part of the measures that cannot be saved. A garment may have none; with one, it needs its cut
 * and its length.
 */
export function measuresProblems(typed: MeasuresTyped): Partial<Record<keyof MeasuresTyped, string>> {
  if (isBlank(typed)) return {}
  const problems: Partial<Record<keyof MeasuresTyped, string>> = {}
  if (!typed.cut) problems.cut = 'Please choose how it is cut.'
  if (!typed.from) problems.from = 'Please choose where its length begins.'
  if (!typed.length.trim()) problems.length = 'Please give its length, or clear the other measures.'
  for (const name of measureNames) {
    const { min, max } = measureFields[name]
    const text = typed[name].trim()
    if (text && !(/^\d{1,3}([.,]\d)?$/.test(text) && numberOf(text) >= min && numberOf(text) <= max)) {
      problems[name] = `A number of centimetres from ${min} to ${max}.`
    }
  }
  return problems
}

/** The measures as one line: 'In tiers; from the waist; length to the hem 99 cm; round the hem 340 cm'. */
export function measuresText(typed: MeasuresTyped): string {
  if (isBlank(typed)) return ''
  const cut = cuts.find(({ id }) => id === typed.cut)?.name
  const from = typed.from && `from the ${typed.from}`
  const lengths = measureNames
    .filter((name) => typed[name].trim())
    .map((name) => `${measureFields[name].label.toLowerCase()} ${numberOf(typed[name])} cm`)
  return [cut, from, ...lengths].filter(Boolean).join('; ')
}

const optionalNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined)
const optionalNames = measureNames.filter((name) => name !== 'length')

const column: z.ZodType<Measures | null> = z
  .object({
    cut: z.enum(cuts.map(({ id }) => id)),
    from: z.enum(starts.map(({ id }) => id)),
    length: z.number(),
    ...(Object.fromEntries(optionalNames.map((name) => [name, optionalNumber])) as Record<
      (typeof optionalNames)[number],
      typeof optionalNumber
    >),
  })
  .nullish()
  .transform((stored) => stored && withoutBlanks(stored))
  .transform((stored) => stored ?? null)

/** The field of the product form and its jsonb column. Unset measures are absent. */
export const measures: ProductField<MeasuresTyped, Measures | null> = {
  label: 'Measures',
  summary: 'measures',
  empty: emptyMeasures,
  input: z
    .custom<MeasuresTyped>()
    .superRefine((typed, context) => {
      const [problem] = Object.values(measuresProblems(typed))
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .transform(toMeasures),
  column,
  show: (stored) => ({
    ...emptyMeasures,
    ...Object.fromEntries(Object.entries(stored ?? {}).map(([name, value]) => [name, String(value)])),
  }),
  refusals: { '': 'Please check the measures: one of them is out of range.' },
}

function toMeasures(typed: MeasuresTyped): Measures | null {
  if (isBlank(typed)) return null
  const lengths = measureNames.map((name) => [name, textOrNull(typed[name])] as const)
  return withoutBlanks({
    cut: typed.cut as Cut,
    from: typed.from as Measures['from'],
    ...(Object.fromEntries(lengths.map(([name, text]) => [name, text === null ? undefined : numberOf(text)])) as Record<
      MeasureName,
      number
    >),
  })
}

function withoutBlanks(given: Measures): Measures {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Measures
}

function isBlank(typed: MeasuresTyped): boolean {
  return Object.values(typed).every((value) => !value.trim())
}

function numberOf(typed: string): number {
  return Number(typed.trim().replace(',', '.'))
}
