import { expect, test } from 'vitest'
import { type ResolveTxt, readMailDomain } from './mail-domain.ts'

const address = 'hello@shop.example.co.uk'

/** A resolver of these records; a name without one does not exist. */
function resolverOf(records: Record<string, string[][] | 'never' | 'refused'>): ResolveTxt {
  return async (name) => {
    const found = records[name]
    if (found === 'never') return new Promise(() => undefined)
    if (found === 'refused') throw Object.assign(new Error('refused'), { code: 'EREFUSED' })
    if (!found) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return found
  }
}

test('SPF, DKIM under a usual name and DMARC of the domain above are found, also in parts', async () => {
  const resolve = resolverOf({
    'shop.example.co.uk': [['google-site-verification=1'], ['v=spf1 include:', '_spf.mail.example -all']],
    'selector2._domainkey.shop.example.co.uk': [['v=DKIM1; k=rsa; p=MIGf']],
    '_dmarc.example.co.uk': [['v=DMARC1; p=reject']],
  })
  expect(await readMailDomain(address, resolve)).toEqual({
    domain: 'shop.example.co.uk',
    spf: { state: 'found', value: 'v=spf1 include:_spf.mail.example -all' },
    dkim: { state: 'found', value: 'v=DKIM1; k=rsa; p=MIGf' },
    dmarc: { state: 'found', value: 'v=DMARC1; p=reject' },
  })
})

test('what is missing, double, or not answered is told apart; a key under no usual name is unknown', async () => {
  expect(await readMailDomain(address, resolverOf({}))).toMatchObject({
    spf: { state: 'missing' },
    dkim: { state: 'unknown' },
    dmarc: { state: 'missing' },
  })
  const faulty = resolverOf({
    'shop.example.co.uk': [['v=spf1 -all'], ['v=spf1 a -all']],
    '_dmarc.shop.example.co.uk': 'refused',
    'google._domainkey.shop.example.co.uk': [['v=DKIM1; p=']],
  })
  expect(await readMailDomain(address, faulty)).toMatchObject({
    spf: { state: 'wrong' },
    dkim: { state: 'unknown' },
    dmarc: { state: 'unknown' },
  })
})

test('name servers that never answer cost two seconds', async () => {
  const began = performance.now()
  const silent = resolverOf({ 'shop.example.co.uk': 'never', '_dmarc.shop.example.co.uk': 'never' })
  expect(await readMailDomain(address, silent)).toMatchObject({
    spf: { state: 'unknown' },
    dmarc: { state: 'unknown' },
  })
  expect(performance.now() - began).toBeLessThan(6_000)
})
