import { afterEach, expect, test } from 'vitest'
import { changeShop } from '#base/shop.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { writeListSettings } from './subscriber-deps.ts'

afterEach(() => changeShop({}))

test('each wording that pages have shown is known once, the present one last', async () => {
  await using db = await testDatabase()
  const [first, second] = ['We’ll write when we open.', 'We’ll write about new dresses.']
  for (const listConsent of [first, second, second, first]) {
    changeShop({ listConsent })
    await writeListSettings(db, { doubleOptIn: false })
  }
  const settings = await db.asService((tx) =>
    tx.selectFrom('private.email_settings').select(['consent_text', 'shown_consent_texts']).executeTakeFirstOrThrow(),
  )
  expect(settings).toEqual({ consent_text: first, shown_consent_texts: [second, first] })
})
