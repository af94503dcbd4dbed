import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { paymentProviders } from './providers.ts'

test('an order may have any provider of the list, and a name of the same form, without a migration', async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  for (const payment_provider of [...Object.keys(paymentProviders), 'acme', 'a', `a${'_'.repeat(31)}`]) {
    expect(await db.order({ payment_provider })).toMatchObject({ payment_provider })
  }
  for (const payment_provider of ['', 'Acme', '1acme', 'ac me', 'acme!', `a${'_'.repeat(32)}`]) {
    await expect(db.order({ payment_provider })).rejects.toMatchObject({ code: '23514' })
  }
})
