import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { metricsToken, startCompleteShop } from '#tests/fixtures/complete-shop.ts'

test('Prometheus reads what a shop leaves undone, and no gauge fails', async () => {
  await using shop = await startCompleteShop()
  const order = await shop.db.order()
  await shop.db.asService((tx) =>
    sql`insert into private.outbox (kind, cause, order_id, recipient, message_id, state, created_at)
      values ('order_confirmation', ${order.id}, ${order.id}, 'a@example.com', 'a', 'failed', shop_now()),
        ('order_confirmation', 'another', ${order.id}, 'a@example.com', 'b', 'waiting', shop_now() - interval '10 minutes')
      on conflict (kind, cause) do nothing`.execute(tx),
  )
  const response = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  expect(response.status).toBe(200)
  const text = await response.text()
  const value = (name: string) => Number(new RegExp(`^shop_${name} (\\S+)$`, 'm').exec(text)?.[1])
  expect(value('emails_failed')).toBe(1)
  expect(value('age_seconds\\{name="email"\\}')).toBeGreaterThanOrEqual(600)
  expect(value('age_seconds\\{name="payment event"\\}')).toBe(0)
  expect(value('notifications')).toBe(1)
  expect(value('backup_age_seconds')).toBe(-1)
  expect(value('jobs_late_seconds')).toBe(0)
  expect(value('payment_discrepancies')).toBe(0)
  expect(value('database_connections\\{name="open"\\}')).toBeGreaterThan(0)
  expect(text).not.toMatch(/^shop_metric_failures_total\{/m)
})

test('the alert rules and the dashboard name only metrics that a shop has, and operations.md every rule’s metric', async () => {
  await using shop = await startCompleteShop()
  const response = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const known = new Set(Array.from((await response.text()).matchAll(/^# TYPE (\S+)/gm), ([, name]) => name))
  const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '')
  const read = (path: string) => readFile(`deploy/monitoring/${path}`, 'utf8')
  const named = [await read('alerts.yml'), await read('dashboard.json')].flatMap((text) =>
    Array.from(text.matchAll(/\b(?:shop|process|nodejs)_\w+/g), ([name]) => name),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name) && !known.has(base(name)))).toEqual([])
  const page = await readFile('docs/operating/operations.md', 'utf8')
  const rules = Array.from((await read('alerts.yml')).matchAll(/\bshop_\w+/g), ([name]) => base(name))
  expect(rules.filter((name) => !page.includes(name))).toEqual([])
})
