import { readSizeAdvice, type SizeAdvice, type Unit } from '#features/catalogue/sizes/size-advice.ts'
import { shop } from '#shop'
import { storedValue } from '../stored-value.ts'

/** What the size finder was last told and found, in this browser alone; null before that, and when it was forgotten. */
export const keptSize = storedValue<SizeAdvice | null>({ key: `${shop.shortName}-size`, parse: parseKeptSize })

/** The unit the tape is read in. */
export const unitKept = storedValue<Unit>({
  key: `${shop.shortName}-unit`,
  parse: (text) => (text === 'in' ? 'in' : 'cm'),
  print: String,
})

/** Reads what is stored; anything else under the key is nothing. Never throws. */
export function parseKeptSize(text: string | null): SizeAdvice | null {
  try {
    return readSizeAdvice(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}
