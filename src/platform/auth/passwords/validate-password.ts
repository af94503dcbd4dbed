import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'

const longestPassword = 128
/** The fewest characters of a password that opens the back office. */
export const shortestOfStaff = 12

type PasswordBrand = AuthDeps['brand']
type PasswordContext = { password: string; email?: string | undefined; isStaff?: boolean }

/**
 * Refuses an unacceptable password: 400 `validation_failed` over 128 characters or with invalid text, 422
 * `weak_password` where `findWeakness` finds one.
 */
export async function validatePassword(
  deps: Pick<AuthDeps, 'settings' | 'brand'>,
  context: PasswordContext,
): Promise<void> {
  const { password } = context
  if (isTooLong(password)) throw invalid(`Password cannot be longer than ${longestPassword} characters`)
  if (password.includes('\0') || !password.isWellFormed()) throw invalid('Password holds characters that are no text')
  const weakness = await findWeakness(deps, context)
  if (!weakness) return
  const { message, reasons } = weakness
  throw new AuthError(422, 'weak_password', message, { extra: { weak_password: { reasons } } })
}

type Weakness = { message: string; reasons: ('length' | 'pwned')[] }

/**
 * The weakness of a password: `length` when it is shorter than the minimum, `pwned` when it is
 * common, leaked, the address, the shop's name, or one repeated pattern. Characters are Unicode code points.
 */
export async function findWeakness(
  { settings, brand }: Pick<AuthDeps, 'settings' | 'brand'>,
  { password, email, isStaff = false }: PasswordContext,
): Promise<Weakness | null> {
  const shortest = Math.max(settings.passwordMinLength, isStaff ? shortestOfStaff : 0)
  if (lengthOf(password) < shortest)
    return { reasons: ['length'], message: `Password should be at least ${shortest} characters.` }
  if (settings.refuseCommonPasswords && (await isEasyToGuess(password, brand, email))) {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.'
    return { reasons: ['pwned'], message }
  }
  return null
}

/** Whether it has more than 128 characters, found without reading a megabyte. */
export function isTooLong(password: string): boolean {
  return password.length > 4 * longestPassword || lengthOf(password) > longestPassword
}

/** In characters as they are hashed. */
function lengthOf(password: string): number {
  return [...password.normalize('NFC')].length
}

/** Whether it is easy to guess: known from leaks, made from the address or the shop's name, or one repeated pattern. */
export async function isEasyToGuess(password: string, brand: PasswordBrand, email = ''): Promise<boolean> {
  const folded = password.normalize('NFKC').toLowerCase()
  if (isPattern(folded) || isAboutUs(folded, brand, email.trim().toLowerCase())) return true
  const common = await commonPasswords()
  return common.has(password.toLowerCase()) || common.has(folded) || common.has(folded.trim())
}

/** One to four repeated characters, or an ascending or descending sequence such as 12345678. */
function isPattern(text: string): boolean {
  const characters = [...text.trim()]
  if (characters.length < 2) return true
  for (let period = 1; period <= 4 && period * 2 <= characters.length; period += 1) {
    if (characters.every((each, at) => at < period || each === characters[at - period])) return true
  }
  return [1, -1].some((step) => characters.every((each, at) => at === 0 || isNext(characters[at - 1], each, step)))
}

/** Zero follows nine, as on a keyboard. */
function isNext(before = '', after: string, step: number): boolean {
  if (/^\d$/.test(before) && /^\d$/.test(after)) return (Number(before) + step + 10) % 10 === Number(after)
  return (after.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0) === step
}

/** The address, its part before the @, or the shop's name, with or without punctuation between and digits behind. */
function isAboutUs(text: string, { name, shortName }: PasswordBrand, email: string): boolean {
  const local = email.split('@')[0] ?? ''
  const words = [email, local, local.split('+')[0] ?? '', name, name.replace(/^the\s+/i, ''), shortName]
  const bare = bareOf(text)
  const withoutFigures = bare.replace(/^\d+|\d+$/g, '')
  return words
    .map((word) => bareOf(word.normalize('NFKC').toLowerCase()))
    .some((word) => word !== '' && (bare === word || (word.length >= 4 && withoutFigures === word)))
}

function bareOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Some 49,000 of the most frequently leaked passwords, in lower case. Loaded at the first password check: 35 ms and 18
 * MB of memory. Server only; see docs/decisions/0014-passwords.md.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}
