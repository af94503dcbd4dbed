import { unescapeFormula } from '#platform/csv.ts'
import { typedAddress } from '#platform/email/address.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { mentionsNo } from './consent-words.ts'

/** What a cell of a list holds: its addresses in lower case, and the parts that are none, with the reason. */
export type CellAddresses = { addresses: string[]; wrong: { text: string; why: string; isAddress: boolean }[] }

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
