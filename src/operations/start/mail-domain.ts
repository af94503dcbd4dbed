import { Resolver } from 'node:dns/promises'
import { withTimeLimit } from '#platform/time-limit.ts'

/** A record of the domain by which other servers recognise the shop's e-mails. `unknown`: the look-up failed. */
type MailRecord = { state: 'found' | 'missing' | 'wrong' | 'unknown'; value: string | null }
/** `dkim` has a name of the provider's choice; it is `unknown` where it has none of the usual ones. */
type MailDomain = { domain: string; spf: MailRecord; dkim: MailRecord; dmarc: MailRecord }

export type ResolveTxt = (name: string) => Promise<string[][]>

const limitMs = 2_000

/** Looks up TXT records at the name servers of the machine, two seconds at most each. */
export function openResolver(): ResolveTxt {
  const resolver = new Resolver({ timeout: limitMs, tries: 1 })
  return (name) => resolver.resolveTxt(name)
}

/** The names under which usual mail providers publish their keys. */
const selectors = [
  ...['google', 'selector1', 'selector2', 'default', 'dkim', 'mail', 's1', 's2', 'k1', 'k2', 'k3', 'pm', 'zoho'],
  ...['fm1', 'fm2', 'fm3', 'sig1', 'protonmail', 'mxvault', 'mandrill', 'brevo', 'mlsend', 'amazonses'],
]

/** SPF, DKIM and DMARC of an address's domain. A domain without a DMARC record has that of the domain above it. */
export async function readMailDomain(address: string, resolveTxt: ResolveTxt): Promise<MailDomain> {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const [spf, dmarc, keys] = await Promise.all([
    readRecord(domain, resolveTxt, /^v=spf1(?: |$)/i),
    readDmarc(domain, resolveTxt),
    Promise.all(selectors.map((one) => readRecord(`${one}._domainkey.${domain}`, resolveTxt, /(?:^|;)\s*p=[^;\s]/i))),
  ])
  const key = keys.find(({ state }) => state === 'found')
  return { domain, spf, dmarc, dkim: key ?? { state: 'unknown', value: null } }
}

async function readDmarc(domain: string, resolveTxt: ResolveTxt): Promise<MailRecord> {
  const labels = domain.split('.')
  for (let from = 0; labels.length - from >= 2; from += 1) {
    const record = await readRecord(`_dmarc.${labels.slice(from).join('.')}`, resolveTxt, /^v=DMARC1(?:\s*;|$)/i)
    if (record.state !== 'missing') return record
  }
  return { state: 'missing', value: null }
}

/** Two records of one kind are an error, in which receivers take neither. */
async function readRecord(name: string, resolveTxt: ResolveTxt, form: RegExp): Promise<MailRecord> {
  try {
    const texts = await withTimeLimit(resolveTxt(name), limitMs)
    const found = texts.map((parts) => parts.join('')).filter((text) => form.test(text))
    if (found.length > 1) return { state: 'wrong', value: found.join('\n') }
    return found[0] === undefined ? { state: 'missing', value: null } : { state: 'found', value: found[0] }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { state: code === 'ENOTFOUND' || code === 'ENODATA' ? 'missing' : 'unknown', value: null }
  }
}
