import { readTyped } from '#platform/text/typed-text.ts'
import { invalid } from './auth-error.ts'

/** A telephone number in E.164, its digits only. Refuses 400 `validation_failed`. */
export function readPhone(phone: string): string {
  const figures = readTyped(phone).replace(/[\s+]/g, '')
  if (!/^[1-9]\d{1,14}$/.test(figures)) throw invalid('Invalid phone number format (E.164 required)')
  return figures
}
