import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { contract } from './contract.ts'
import { AppError } from './errors/app-error.ts'
import { endpoints, handle } from './handle.ts'

const Piece = z.object({ name: z.string(), pieces: z.int() })

const readPiece = contract({
  name: 'piece',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ name: z.string().min(2), pieces: z.string().transform(Number).optional() }),
  response: Piece,
})
const savePiece = contract({
  name: 'piece',
  method: 'POST',
  caller: 'users',
  request: z.object({ name: z.string().trim(), hidden: z.boolean().default(false) }),
  response: Piece,
})
const losePiece = contract({
  name: 'lose-piece',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ code: z.string() }),
  response: z.object({}),
  refuses: ['not_found'],
})
const report = contract({ name: 'report', method: 'POST', caller: 'the service', response: z.object({}) })

const piece = { name: 'hem', pieces: 2 }
const start = (sent: typeof piece = piece) =>
  startShopApi({
    routes: () => (app) =>
      app.route(
        '/functions/v1',
        endpoints(
          handle(readPiece, async ({ query: { name, pieces } }) => ({ ...sent, name, pieces: pieces ?? sent.pieces })),
          handle(savePiece, async ({ body, asCaller }) => {
            await asCaller(async () => undefined)
            return { ...sent, name: body.hidden ? 'hidden' : body.name }
          }),
          handle(losePiece, async ({ body: { code } }) => {
            throw new AppError(code, 'No.', { status: 409 })
          }),
          handle(report, async () => ({})),
        ),
      ),
  })

const ask = async (api: ShopApi, path: string, token: string | null, body?: object) => {
  const response = await fetch(`${api.url}/functions/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token && { Authorization: `Bearer ${token}` }), 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

test('a handler gets what its schemas give, and its answer is sent as it is', async () => {
  await using api = await start()
  const [admin, user] = [await api.db.user({ admin: true }), await api.db.user()]
  const asAdmin = await api.token(admin.claims)
  expect(await ask(api, 'piece?name=seam', asAdmin)).toEqual({ status: 200, body: { name: 'seam', pieces: 2 } })
  expect(await ask(api, 'piece?name=seam&pieces=7', asAdmin)).toMatchObject({ body: { pieces: 7 } })
  const saved = await ask(api, 'piece', await api.token(user.claims), { name: ' hem ' })
  expect(saved).toEqual({ status: 200, body: piece })
})

test('the caller is checked first, then the request', async () => {
  await using api = await start()
  const [admin, user] = [await api.db.user({ admin: true }), await api.db.user()]
  const asUser = await api.token(user.claims)
  expect((await ask(api, 'piece?name=x', null)).status).toBe(401)
  expect((await ask(api, 'piece?name=x', asUser)).status).toBe(403)
  const refused = await ask(api, 'piece?name=x', await api.token(admin.claims))
  expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request', details: [{ path: 'name' }] } })
  expect((await ask(api, 'piece', null, {})).status).toBe(401)
  expect(await ask(api, 'piece', asUser, { name: 3 })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect((await ask(api, 'report', null, {})).status).toBe(401)
  expect((await ask(api, 'report', asUser, {})).status).toBe(403)
  expect((await ask(api, 'report', api.serviceRoleKey, {})).status).toBe(200)
})

test.each([
  ['of another type', { name: 'hem', pieces: 'two' }],
  ['with a field of which the contract knows nothing', { ...piece, secret: 'x' }],
])('an answer %s is a fault in tests', async (_, sent) => {
  await using api = await start(sent as typeof piece)
  const user = await api.db.user()
  const { status } = await ask(api, 'piece', await api.token(user.claims), { name: 'hem' })
  expect(status).toBe(500)
})

test.each(['not_found', 'bad_request', 'over_request_rate_limit', 'busy'])(
  'a refusal with %s, which the contract or every endpoint may give, is sent',
  async (code) => {
    await using api = await start()
    expect(await ask(api, 'lose-piece', null, { code })).toMatchObject({ status: 409, body: { code } })
  },
)

test.each(['conflict', 'unauthorized', 'forbidden'])(
  'a refusal with %s, unknown to the contract, is a fault in tests',
  async (code) => {
    await using api = await start()
    expect((await ask(api, 'lose-piece', null, { code })).status).toBe(500)
  },
)

test.each(['', '{', 'null', '[]', '"hem"', '[{"name":"hem"}]', '{"__proto__":{"name":"hem"}}', '{"name":["hem"]}'])(
  'the body %j is a bad_request',
  async (body) => {
    await using api = await start()
    const Authorization = `Bearer ${await api.token((await api.db.user()).claims)}`
    const headers = { Authorization, 'Content-Type': 'application/json' }
    const response = await fetch(`${api.url}/functions/v1/piece`, { method: 'POST', headers, body })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'bad_request' }])
  },
)
