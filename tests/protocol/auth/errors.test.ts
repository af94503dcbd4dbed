import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorTable, type Row } from './error-table.ts'
import { createWorld, send, type World } from './error-world.ts'

let world: World

beforeAll(() => {
  world = createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const origin = 'http://localhost:3000'

/**
 * The headers that a page of the shop may read on every response; without the first one the client loses every code
 */
const exposed = ['X-Supabase-Api-Version', 'X-Sb-Error-Code', 'X-Total-Count', 'Link', 'Content-Range', 'x-relay-error']

type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

/** Sends the row's request as a page of the shop does: the current client sends its version, older ones do not. */
async function play(row: Row, version: string | undefined): Promise<Answer> {
  const api = await world.shop(row.shop ?? 'usual')
  const headers = { origin, ...(version && { 'x-supabase-api-version': version }) }
  const response = await send(api, await row.ask(api, world), headers)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body = isJson ? JSON.parse(text) : { 'no JSON': text }
  return { status: response.status, headers: response.headers, body }
}

function codesOf({ code }: Row): string[] {
  return [code].flat()
}

function expectMessage(row: Row, message: unknown) {
  expect(typeof message).toBe('string')
  expect(message).not.toBe('')
  if (typeof row.message === 'string') expect(message).toBe(row.message)
  else if (row.message) expect(message).toMatch(row.message)
}

/** A redirect with the error in the fragment or in the query. */
function expectRedirect(row: Row, { headers }: Answer) {
  const url = new URL(headers.get('location') ?? '')
  const { at, ...fields } = { ...row.extra } as Record<string, string>
  expect(`${url.origin}${url.pathname}`).toBe(at)
  const params = Object.fromEntries([...new URLSearchParams(url.hash.slice(1)), ...url.searchParams])
  expect(params).toMatchObject({ ...fields, error_code: codesOf(row)[0] })
  expectMessage(row, params.error_description)
}

function expectReadable({ headers }: Answer) {
  expect(headers.get('access-control-allow-origin')).toBe(origin)
  const shown = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/,\s*/)
  expect(shown).toEqual(expect.arrayContaining(exposed.map((name) => name.toLowerCase())))
  expect(headers.get('cache-control')).toBe('no-store')
}

for (const [section, rows] of Object.entries(errorTable)) {
  describe(section, () => {
    for (const row of rows) {
      test(`${row.name}: ${row.status} ${codesOf(row).join(' or ')}`, async () => {
        for (const version of ['2024-01-01', undefined]) {
          const response = await play(row, version)
          const { status, headers, body } = response
          const code = version ? body.code : body.error_code
          const what = { status, code: row.form && row.form !== 'auth' ? row.code : code, body }
          expect(what).toMatchObject({ status: row.status })
          expectReadable(response)
          if (row.form === 'redirect') {
            expectRedirect(row, response)
            continue
          }
          if (row.form === 'oauth') {
            expect(Object.keys(body).sort()).toEqual(['error', 'error_description'])
            expect(body.error).toBe(row.code)
            expectMessage(row, body.error_description)
            continue
          }
          if (row.form === 'gateway') {
            expect(body).toEqual({ message: row.message, ...row.extra })
            continue
          }
          expect(codesOf(row), JSON.stringify(body)).toContain(code)
          expect(headers.get('x-sb-error-code')).toBe(code)
          expect(headers.get('x-supabase-api-version')).toBe(version ?? null)
          expect(headers.get('retry-after')).toBeNull()
          const [form, message] = version
            ? [{ code: code, message: body.message }, body.message]
            : [{ code: status, error_code: code, msg: body.msg }, body.msg]
          expectMessage(row, message)
          // The body has no further fields than the row lists.
          expect(body).toEqual({
            ...(row.extra ?? (code === 'weak_password' && { weak_password: body.weak_password })),
            ...form,
          })
        }
      })
    }
  })
}
