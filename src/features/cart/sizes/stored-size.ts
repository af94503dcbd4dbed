import { type StoredAs, storagePrefix, storedValue } from '#base/stored-value.ts'
import { highestHeel, readHeight, readSizeAdvice, type SizeAdvice, type Unit } from '#features/catalogue/sizes/size.ts'

/** The last measurements and their size, stored in this browser only; null if none. */
export const storedSize = storedValue<SizeAdvice | null>({ key: `${storagePrefix}-size`, parse: parseStoredSize })

export function heightText(): StoredAs<number | null> {
  return {
    key: `${storagePrefix}-height`,
    parse: (text) => readHeight(Number(text)),
    print: (heightCm) => String(heightCm ?? ''),
  }
}

/** The customer's height in whole cm, stored in this browser only; null if none. */
export const storedHeight = storedValue<number | null>(heightText())

export function heelText(): StoredAs<number | null> {
  return {
    key: `${storagePrefix}-heel`,
    parse: (text) => (/^\d{1,2}$/.test(text ?? '') && Number(text) <= highestHeel ? Number(text) : null),
    print: (heelCm) => String(heelCm ?? ''),
  }
}

/** The heel of the customer's shoes in cm, 0 for flat ones, stored in this browser only; null until she chooses. */
export const storedHeel = storedValue<number | null>(heelText())

/** The customer's unit of measurement. */
export const storedUnit = storedValue<Unit>({
  key: `${storagePrefix}-unit`,
  parse: (text) => (text === 'in' ? 'in' : 'cm'),
  print: String,
})

/** Parses the stored value; anything else is null. Never throws. */
export function parseStoredSize(text: string | null): SizeAdvice | null {
  try {
    return readSizeAdvice(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}
