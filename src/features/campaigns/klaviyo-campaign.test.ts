import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { klaviyoWorld } from '#tests/fixtures/klaviyo-world.ts'

test('each recipient has one event, with an unsubscribe page of their own', async () => {
  await using at = await klaviyoWorld({ readers: 60 })
  const id = await at.press()
  await at.untilDone(id)
  expect(await at.campaign(id)).toMatchObject({ provider: 'klaviyo', total: 60, sent: 60, failed: 0, unknown: 0 })
  expect(at.recipients()).toHaveLength(60)
  const pages = at.klaviyo.events().map(({ properties }) => properties.unsubscribe_url)
  expect(new Set(pages).size).toBe(60)
  expect(pages[0]).toMatch(/^http:\/\/shop\.test\/unsubscribe\?token=/)
})

test('events a dead program had in progress are sent again, and Klaviyo stores them once', async () => {
  await using at = await klaviyoWorld({ readers: 10 })
  const id = await at.press()
  await at.untilDone(id)
  await at.db.asService(async (tx) => {
    await sql`update private.campaign_recipients set state = 'sending', finished_at = null
      where email in ('reader1@example.com', 'reader2@example.com')`.execute(tx)
    await sql`update private.campaigns set state = 'sending', finished_at = null`.execute(tx)
  })
  await at.untilDone(id)
  expect(await at.campaign(id)).toMatchObject({ sent: 10, unknown: 0 })
  expect(at.klaviyo.requests()).toBe(12)
  expect(at.recipients()).toHaveLength(10)
})

test('a refused key pauses the campaign with its reason, and no recipient has failed', async () => {
  await using at = await klaviyoWorld({ readers: 40, apiKey: 'pk_of_somebody_else' })
  const id = await at.press()
  await at.turn(id)
  const found = await at.campaign(id)
  expect(found).toMatchObject({ state: 'paused', paused_by: 'machine', queued: 40, failed: 0, sent: 0 })
  expect(found.reason).toContain('KLAVIYO_API_KEY')
  expect(found.reason).not.toContain('pk_of_somebody_else')
  expect(at.klaviyo.requests()).toBeLessThanOrEqual(5)
})
