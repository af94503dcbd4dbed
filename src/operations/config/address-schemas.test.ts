import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

/** The lines of a refused configuration about one variable. */
function problemsOf(name: string, value: string, others: Record<string, string> = {}): string[] {
  try {
    readConfig({ ...others, [name]: value })
  } catch (error) {
    return (error as Error).message.split('\n').filter((line) => line.startsWith(`${name}: `))
  }
  return []
}

const databases = ['DATABASE_URL', 'DATABASE_LISTEN_URL']
const passwords = ['12/ss', 'ab/ss', '12#ss', 'ab#ss', '12?ss', 'ab?ss', '/', '1/2#3?4@5', '12?a=b#', 'a%2Fb%c']

describe.each(['SMTP_URL', ...databases])('%s', (name) => {
  const scheme = name === 'SMTP_URL' ? 'smtp' : 'postgresql'
  const others = name === 'SMTP_URL' || name === 'DATABASE_URL' ? {} : { DATABASE_URL: 'postgresql://u:p@db/shop' }

  test.each(passwords)(
    'with the password %s it is refused with the cure, and the line does not have it',
    (password) => {
      const [line, ...more] = problemsOf(name, `${scheme}://user:${password}@host.example:587/`, others)
      expect(more).toEqual([])
      expect(line).toContain('/ as %2F, # as %23, ? as %3F')
      expect(line).not.toContain('host.example')
      expect(problemsOf(name, `${scheme}://user:${encodeURIComponent(password)}@host.example:587/`, others)).toEqual([])
    },
  )

  test('a user name with a / is refused too', () => {
    expect(problemsOf(name, `${scheme}://us/er:secret@host.example:587`, others)[0]).toContain('%2F')
  })
})

test.each([
  'smtp://localhost',
  'smtp://user:p@ss:w%rd@mail.example:587',
  'smtps://AKIA:abc%2Fdef+gh@email-smtp.eu-west-2.amazonaws.com:465',
  'smtp://10.0.0.1:25/?requireTLS=false&tls.rejectUnauthorized=false',
  'smtp://user:secret@[::1]:2525',
])('SMTP_URL may be %s', (address) => {
  expect(readConfig({ SMTP_URL: address }).SMTP_URL).toBe(address)
})

test.each([
  ['smtp:mail.example', 'names no host'],
  ['smtp://user@/', 'an address'],
  ['http://mail.example', 'must begin with smtp://'],
  ['mail.example:587', 'smtp://'],
  ['smtp://mail.example/inbox', 'has a path'],
])('SMTP_URL cannot be %s', (address, reason) => {
  expect(problemsOf('SMTP_URL', address)).toEqual([expect.stringContaining(reason)])
})

test.each([
  'postgresql://user:p@ss@db.example/shop',
  'postgres://user:p%ss@db.example:5432/shop?sslmode=disable',
  'postgresql://db.example/shop?user=shop@server&password=a/b',
  'postgresql:///shop?host=/var/run/postgresql',
  'postgresql://user:secret@/shop?host=/var/run/postgresql',
  'postgresql://%2Fvar%2Frun%2Fpostgresql/shop',
])('DATABASE_URL may be %s', (address) => {
  expect(readConfig({ DATABASE_URL: address }).DATABASE_URL).toBe(address)
})

const overHttp: [string, Record<string, string>][] = [
  ['SITE_URL', {}],
  ['STRIPE_API_BASE', { STRIPE_SECRET_KEY: 'sk_test_a' }],
  ['SMS_URL', {}],
  ['KLAVIYO_API_BASE', {}],
  ['S3_ENDPOINT', {}],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', {}],
  ['ALERT_WEBHOOK', {}],
  ['ALERT_CHECK_URL', {}],
]
describe.each(overHttp)('%s', (name, others) => {
  test.each(['12/ss', 'ab/ss', '12#ss', 'ab?ss', '12?ss'])(
    'with the password %s it is refused with the cure',
    (password) => {
      const [line = ''] = problemsOf(name, `https://user:${password}@host.example/hook`, others)
      expect(line).toContain('/ as %2F, # as %23, ? as %3F')
      expect(line).not.toContain('host.example')
    },
  )

  test('a login is refused, since the shop would not send it', () => {
    for (const login of ['user:secret@', 'user@', ':secret@'])
      expect(problemsOf(name, `https://${login}host.example`, others)[0]).toContain('cannot have a user name')
  })

  test('a fragment is refused, and another protocol', () => {
    expect(problemsOf(name, 'https://host.example/#a', others)[0]).toContain('#')
    expect(problemsOf(name, 'ftp://host.example', others)[0]).toContain('must begin with https://')
    expect(problemsOf(name, 'host.example', others)[0]).toContain('an address such as https://host.example')
  })
})

test('an address of a hook may have a query and an @ in its path, one of the shop or of a service no query', () => {
  const hooks = { ALERT_WEBHOOK: 'https://ntfy.example/@shop?to=me@host.example', ALERT_CHECK_URL: 'off' }
  expect(readConfig(hooks)).toMatchObject(hooks)
  for (const address of ['https://shop.example/?a=b', 'https://shop.example/?'])
    expect(problemsOf('SITE_URL', address)).toEqual([expect.stringContaining('without a query')])
  expect(problemsOf('SITE_URL', 'https://shop.example/#')).toEqual([expect.stringContaining('cannot have a #')])
})

test.each([
  ['https://shop.example//', 'https://shop.example'],
  [' HTTPS://Shop.example ', 'https://shop.example'],
  ['https://shop.example\u200b', 'https://shop.example'],
  ['https://exämple.com/a b/', 'https://xn--exmple-cua.com/a%20b'],
])('SITE_URL %j is %s, as browsers send it', (typed, address) => {
  expect(readConfig({ SITE_URL: typed }).SITE_URL).toBe(address)
})
