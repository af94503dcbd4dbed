import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { ReceiptHead } from '#features/orders/receipt-head.tsx'
import { traderLines } from '#mail/layout.tsx'
import { changeShop, shop } from '#shop'
import { TraderAddress } from './trader-address.tsx'

afterEach(() => changeShop({}))

test.each([
  ['01234567', 'England and Wales'],
  ['OC301234', 'England and Wales'],
  ['SC123456', 'Scotland'],
  ['NI654321', 'Northern Ireland'],
])('pages, e-mails and receipts name the register of company %s: %s', (companyNumber, register) => {
  changeShop({
    trader: { ...shop.trader, companyNumber },
    // The law of the contract is another matter.
    policies: { ...shop.policies, governingLaw: 'Jersey' },
  })
  const texts = [
    renderToStaticMarkup(<TraderAddress />),
    renderToStaticMarkup(<ReceiptHead title="Order" />),
    traderLines().join('\n'),
  ]
  for (const text of texts) expect(text).toContain(`Registered in ${register}, `)
})
