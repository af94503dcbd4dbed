// @module-tag S5

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readArchive, writeArchive } from '#platform/backup/archive.ts'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downloads-'))
  api = await startAccountsApi({ backupTo: folder })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function staff(role: 'admin' | 'workroom' = 'admin') {
  const { id } = await api.account()
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: id, role }).execute())
  return { id, token: (await openTestSession(api, id)).access_token }
}

/** An archive of one file with this text, as a backup of that hour. */
async function keep(hour: string, content: string, key?: string) {
  const name = `shop-20261128T${hour}0000Z.tar.zst${key ? '.age' : ''}`
  await writeFile(
    join(folder, name),
    writeArchive(key, (archive) => archive.add('a.txt', Buffer.from(content))),
  )
  return name
}

const newest = (token: string) => callFunction(api, { path: 'backup', token })

function download(token: string, body: object) {
  return fetch(`${api.url}/functions/v1/download-backup`, {
    method: 'POST',
    headers: { apikey: api.anonKey, 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
}

/** The text of the one file in a downloaded archive. */
async function opened(response: Response, key: string | undefined): Promise<string> {
  if (!response.body) throw new Error('no body')
  for await (const { content } of readArchive(response.body, key)) return text(content)
  throw new Error('an empty archive')
}

test('the newest backup is downloaded encrypted: with a password of the owner’s, or as it was made', async () => {
  const { id, token } = await staff()
  expect(await newest(token)).toEqual({ status: 200, body: { newest: null, is_daily: true } })
  expect((await download(token, { password: 'a password of mine' })).status).toBe(404)

  const plain = await keep('04', 'orders')
  expect((await newest(token)).body).toMatchObject({ newest: { name: plain, is_encrypted: false } })
  for (const body of [{}, { password: 'short' }]) expect((await download(token, body)).status).toBe(400)
  const sealed = await download(token, { password: 'a password of mine' })
  expect(sealed.headers.get('content-disposition')).toBe(`attachment; filename="${plain}.age"`)
  expect(sealed.headers.get('cache-control')).toBe('no-store')
  const kept = await sealed.blob()
  await expect(opened(new Response(kept), undefined)).rejects.toThrow('encrypted')
  await expect(opened(new Response(kept), 'another password')).rejects.toThrow('not the key')
  expect(await opened(new Response(kept), 'a password of mine')).toBe('orders')

  const key = 'the key of the operator'
  const made = await keep('05', 'later orders', key)
  expect((await newest(token)).body).toMatchObject({ newest: { name: made, is_encrypted: true } })
  expect(await opened(await download(token, {}), key)).toBe('later orders')

  const { rows } = await api.db.asService((tx) =>
    sql`select row_id, action from private.audit_log where actor = ${id} and table_name = 'backup' order by id`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([
    { row_id: plain, action: 'export' },
    { row_id: made, action: 'export' },
  ])
})

test('only administrators download a backup, after a sign-in of the last ten minutes', async () => {
  await keep('06', 'orders')
  const helper = await staff('workroom')
  expect((await newest(helper.token)).status).toBe(403)
  expect((await download(helper.token, { password: 'a password of mine' })).status).toBe(403)
  const { token } = await staff()
  await api.setClockAhead(601)
  const refused = await download(token, { password: 'a password of mine' })
  await api.setClockAhead(0)
  expect([refused.status, await refused.json()]).toMatchObject([403, { details: { reason: 'sign_in_again' } }])
})
