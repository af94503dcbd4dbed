import { unescapeFormula } from '#platform/csv.ts'
import { type CsvRows, csvRows } from '#platform/csv-rows.ts'
import { typedAddress } from '#platform/email/address.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { mentionsNo } from './consent-words.ts'

/**
 * The lines of a list of addresses. Refuses bad_request for more than 200,000 lines, twice the longest list this shop is
 * designed for, and for a line of more than 10,000 characters.
 */
export function listRows(csv: string): CsvRows {
  return csvRows(csv, {
    mostLines: 200_000,
    tooMany: 'You can import 200,000 lines at once. Please split the list.',
    longestLine: 10_000,
    tooLong: (line) => `Line ${line} is too long for a list of addresses.`,
  })
}

/** What a cell of a list holds: its addresses in lower case, and the parts that are none, with the reason. */
type CellAddresses = { addresses: string[]; wrong: { text: string; why: string; isAddress: boolean }[] }

/**
 * Every address of a cell: a cell may hold several, separated by commas, semicolons or blanks, and a name around an
 * address in angle brackets, as mail programs write them.
 */
export function addressesIn(cell: string): CellAddresses {
  const typed = readTyped(unescapeFormula(cell.trim()))
  const found: CellAddresses = { addresses: [], wrong: [] }
  // A comma may be in a quoted name: "Smith, Ann" <ann@example.com>.
  for (const part of typed.match(/(?:"[^"]*"|[^,;"]|")+?(?=[,;]|$)/g) ?? []) {
    const text = part.trim()
    const addresses = addressesOf(text)
    if (addresses) found.addresses.push(...addresses)
    else if (text !== '') found.wrong.push({ text, ...whyNot(text) })
  }
  return found
}

function addressesOf(text: string): string[] | null {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  if (inBrackets !== undefined) {
    const address = lowerAddress(inBrackets)
    // Mail programs write the address as its name too; another one beside it would be lost.
    const isOther = name.includes('@') && lowerAddress(name.replaceAll('"', '')) !== address
    return address && !isOther && !mentionsNo(name) ? [address] : null
  }
  const addresses = text.split(' ').map(lowerAddress)
  return addresses.every((each) => each !== undefined) ? addresses : null
}

function lowerAddress(text: string): string | undefined {
  return typedAddress(text)?.toLowerCase()
}

function whyNot(text: string): { why: string; isAddress: boolean } {
  if (!text.includes('@')) return { why: 'The @ is missing.', isAddress: false }
  if (/[<>"():]|\s/.test(text)) return { why: 'There is other text beside the address.', isAddress: false }
  return { why: 'This address can’t receive e-mail.', isAddress: true }
}

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(?:Z|UTC|([+-])(\d\d):?(\d\d)?)?$/i
const british = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:,?\s+(\d\d?):(\d\d)(?::(\d\d))?)?$/
/** Earlier consent dates are implausible. */
const firstYear = 1995

/**
 * Parses a time of another program: ISO 8601 or day/month/year, with or without a time of day. Without a zone it is
 * UTC; a date alone is its noon, so that it is the same day in the shop's time zone. Null for any other text and for
 * impossible dates.
 */
export function readDay(typed: string): Date | null {
  const text = typed.trim()
  const [, year, month, day, hour, minute, second, sign, zoneHours, zoneMinutes] =
    iso.exec(text) ?? turned(british.exec(text)) ?? []
  if (!year || Number(year) < firstYear) return null
  const clock = hour === undefined ? [12, 0, 0] : [Number(hour), Number(minute), Number(second ?? 0)]
  const [h = 0, m = 0, s = 0] = clock
  if (h > 23 || m > 59 || s > 59) return null
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), h, m, s))
  if (at.getUTCMonth() + 1 !== Number(month) || at.getUTCDate() !== Number(day)) return null
  const ahead = Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)
  return new Date(at.getTime() - (sign === '-' ? -ahead : ahead) * 60_000)
}

function turned(found: RegExpExecArray | null): (string | undefined)[] | null {
  if (!found) return null
  const [all, day, month, year, ...time] = found
  return [all, year, month, day, ...time]
}
