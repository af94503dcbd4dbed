import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import type { Row } from '../error-table.ts'
import { done, freshAddress, invalid, newPassword, nobody } from '../error-world.ts'

/** A new number for each call, since the limit of a number applies to any caller. */
function someNumber(): string {
  return `+4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`
}

/** A request with the service key. */
function asService(ask: (api: AccountsApi) => Promise<{ method?: string; path: string; body?: unknown }>): Row['ask'] {
  return async (api) => ({ ...(await ask(api)), bearer: api.serviceRoleKey })
}

async function existing(api: AccountsApi): Promise<string> {
  return (await api.account()).email
}

const emailExists = { status: 422, code: 'email_exists' } as const

const ofOneUser: [method: string, path: string, body?: object][] = [
  ['GET', ''],
  ['PUT', '', { user_metadata: {} }],
  ['DELETE', '', { should_soft_delete: false }],
  ['GET', '/factors'],
  ['DELETE', `/factors/${nobody}`],
]

export const adminRows: Row[] = [
  {
    name: 'create: an address somebody has',
    ask: asService(async (api) => ({ path: '/admin/users', body: { email: await existing(api) } })),
    ...emailExists,
  },
  {
    name: 'create: a phone somebody has',
    ask: asService(async (api) => {
      const body = { phone: someNumber(), email: freshAddress() }
      await done(api, { path: '/admin/users', bearer: api.serviceRoleKey, body })
      return { path: '/admin/users', body: { phone: body.phone, email: freshAddress() } }
    }),
    status: 422,
    code: 'phone_exists',
  },
  ...[
    {},
    { email: 'no address' },
    { phone: 'my phone' },
    { email: 'a@example.com', ban_duration: 'for ever' },
    { email: 'a@example.com', id: 'abc' },
  ].map(
    (body): Row => ({
      name: `create: ${JSON.stringify(body)}`,
      ask: asService(async () => ({ path: '/admin/users', body })),
      ...invalid,
    }),
  ),
  ...['page=-1', 'page=abc', 'per_page=-1'].map(
    (query): Row => ({
      name: `list: ${query}`,
      ask: asService(async () => ({ path: `/admin/users?${query}` })),
      ...invalid,
    }),
  ),
  ...ofOneUser.flatMap(([method, path, body]): Row[] => [
    {
      name: `${method} /admin/users/{id}${path.replace(nobody, '{id}')}: unknown`,
      ask: asService(async () => ({ method, path: `/admin/users/${nobody}${path}`, body })),
      status: 404,
      code: 'user_not_found',
    },
    {
      name: `${method} /admin/users/{id}${path.replace(nobody, '{id}')}: no UUID`,
      ask: asService(async () => ({ method, path: `/admin/users/abc${path}`, body })),
      status: 404,
      code: 'validation_failed',
    },
  ]),
  {
    name: 'change: an address somebody has',
    ask: asService(async (api) => ({
      method: 'PUT',
      path: `/admin/users/${(await api.account()).id}`,
      body: { email: await existing(api) },
    })),
    ...emailExists,
  },
  {
    name: 'link: recovery of an unknown address',
    ask: asService(async () => ({ path: '/admin/generate_link', body: { type: 'recovery', email: freshAddress() } })),
    status: 404,
    code: 'user_not_found',
  },
  ...['signup', 'invite'].map(
    (type): Row => ({
      name: `link: ${type} of a confirmed address`,
      ask: asService(async (api) => ({
        path: '/admin/generate_link',
        body: { type, email: await existing(api), password: newPassword },
      })),
      ...emailExists,
    }),
  ),
  ...[
    { type: 'toString', email: 'a@example.com' },
    { type: 'signup', email: 'b@example.com' },
    { type: 'magiclink', email: 'no address' },
  ].map(
    (body): Row => ({
      name: `link: ${JSON.stringify(body)}`,
      ask: asService(async () => ({ path: '/admin/generate_link', body })),
      ...invalid,
    }),
  ),
  {
    name: 'invite: an address somebody has',
    ask: asService(async (api) => ({ path: '/invite', body: { email: await existing(api) } })),
    ...emailExists,
  },
  {
    name: 'invite: no address',
    ask: asService(async () => ({ path: '/invite', body: { email: 'no address' } })),
    ...invalid,
  },
]
