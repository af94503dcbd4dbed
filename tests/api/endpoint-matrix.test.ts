// @module-tag S5
// @module-tag S47

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CallerName,
  callers,
  headersOf,
  roleOf,
  rolesOf,
  withoutSecondStep,
} from '#tests/fixtures/endpoint-callers.ts'
import { type CompleteShop, startCompleteShop } from '../fixtures/complete-shop.ts'
import { type Allowed, accountMatrix, brought, functionMatrix } from './endpoint-matrix.ts'

/** Calls every function as every caller, with ADMIN_MFA either way. */
let shop: CompleteShop

beforeAll(async () => {
  shop = await startCompleteShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The routes under a prefix, without it. */
function routesUnder(prefix: string): string[] {
  return shop.routes(prefix, methods).map(({ method, path }) => `${method} ${path.slice(prefix.length)}`)
}

test('every function and every account endpoint has an entry', () => {
  expect(routesUnder('/functions/v1').sort()).toEqual(Object.keys(functionMatrix).sort())
  const ofAccounts = routesUnder('/auth/v1').filter((route) => /^\w+ \/(admin|invite)/.test(route))
  expect(ofAccounts.sort()).toEqual(Object.keys(accountMatrix).sort())
})

test.each(Object.entries(functionMatrix))('%s is for %s', async (route, allowed) => {
  await requireFactor(false)
  expect(await verdicts(route, callers)).toEqual(expected(allowed, callers, false))
})

const ofStaff = Object.entries(functionMatrix).filter(([, allowed]) => rolesOf(allowed))

test.each(ofStaff)('with ADMIN_MFA=required %s is for %s who have a second factor', async (route, allowed) => {
  await requireFactor(true)
  const some = callers.filter((caller) => roleOf(caller))
  expect(await verdicts(route, some)).toEqual(expected(allowed, some, true))
})

test.each(Object.keys(accountMatrix))('%s of /auth/v1 is for the service alone', async (route) => {
  for (const caller of callers) {
    const found = await verdict('/auth/v1', route, caller)
    if (caller === 'service_role') expect(found, caller).toBe('let in')
    else expect(found, caller).not.toBe('let in')
  }
})

async function requireFactor(admin_mfa_required: boolean): Promise<void> {
  await shop.db.asService((tx) => tx.updateTable('private.access_rules').set({ admin_mfa_required }).execute())
}

async function verdicts(route: string, callers: readonly CallerName[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const caller of callers) found[caller] = await verdict('/functions/v1', route, caller)
  return found
}

/** Callers that were refused, whose account is as it was. */
const refused = new Map<CallerName, Record<string, string>>()

async function verdict(prefix: string, route: string, caller: CallerName): Promise<string> {
  const [method = '', path = ''] = route.split(' ')
  const { body = {}, query } = brought[route] ?? {}
  const address = prefix + path.replace(/:\w+/g, () => randomUUID())
  const headers = refused.get(caller) ?? (await headersOf(shop, caller))
  const response = await shop.app.request(query ? `${address}?${query}` : address, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.status, `${route} as ${caller}: ${text.slice(0, 200)}`).toBeLessThan(500)
  refused.delete(caller)
  if (response.status !== 401 && response.status !== 403) return 'let in'
  refused.set(caller, headers)
  if (response.status === 401) return 'sign in'
  return /"reason":"second_factor"/.test(text) ? 'second factor' : 'forbidden'
}

function expected(allowed: Allowed, callers: readonly CallerName[], required: boolean): Record<string, string> {
  return Object.fromEntries(callers.map((caller) => [caller, expectedOf(allowed, caller, required)]))
}

function expectedOf(allowed: Allowed, caller: CallerName, required: boolean): string {
  if (allowed === 'everyone') return 'let in'
  if (allowed === 'the service')
    return caller === 'service_role' ? 'let in' : caller === 'anon' ? 'sign in' : 'forbidden'
  if (caller === 'anon' || caller === 'service_role') return 'sign in'
  const owesFactor = caller === 'customerAal1' || withoutSecondStep.includes(caller)
  if (allowed === 'users') return caller === 'adminNoSession' ? 'forbidden' : owesFactor ? 'second factor' : 'let in'
  const role = roleOf(caller)
  if (!rolesOf(allowed)?.some((each) => each === role)) return 'forbidden'
  return owesFactor || (caller === role && required) ? 'second factor' : 'let in'
}
