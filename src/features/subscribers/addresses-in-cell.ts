import { unescapeFormula } from '#platform/csv.ts'
import { mailAddress } from '#platform/email/address.ts'
import { mentionsNo } from './consent-words.ts'

/** What a cell of a list holds: its addresses in lower case, and the parts that are none, with the reason. */
export type CellAddresses = { addresses: string[]; wrong: { text: string; why: string }[] }

/**
 * Every address of a cell: a cell may hold several, separated by commas, semicolons or blanks, and a name around an
 * address in angle brackets, as mail programs write them.
 */
export function addressesIn(cell: string): CellAddresses {
  const typed = unescapeFormula(cell.trim()).trim()
  const found: CellAddresses = { addresses: [], wrong: [] }
  if (typed === '') return found
  const whole = mailAddress(typed)
  // A comma may be in a quoted name: "Smith, Ann" <ann@example.com>.
  const parts = whole ? [typed] : (typed.match(/(?:"[^"]*"|[^,;\r\n"]|")+?(?=[,;\r\n]|$)/g) ?? [typed])
  for (const part of parts) {
    const text = part.trim()
    const addresses = addressesOf(text)
    if (addresses) found.addresses.push(...addresses)
    else if (text !== '') found.wrong.push({ text, why: whyNot(text) })
  }
  return found
}

function addressesOf(text: string): string[] | null {
  const [, name, inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  if (inBrackets !== undefined) {
    const address = mentionsNo(name ?? '') ? null : mailAddress(inBrackets.trim())
    return address ? [address.toLowerCase()] : null
  }
  const addresses = text.split(/\s+/).map((each) => mailAddress(each)?.toLowerCase())
  return addresses.every((each) => each !== undefined) ? addresses : null
}

function whyNot(text: string): string {
  if (!text.includes('@')) return 'The @ is missing.'
  if (/[<>"()]|\s/.test(text)) return 'There is other text beside the address.'
  return 'This address can’t receive e-mail.'
}
