import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import { forgetShopVariables, programEnvironment } from '#tests/fixtures/program-environment.ts'

const repository = process.cwd()
afterEach(() => process.chdir(repository))

test('a program that a test starts knows neither the developer’s shell nor their .env', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'developer-'))
  await writeFile(join(folder, '.env'), 'JWT_SECRET=short\nANON_KEY=nonsense\nOAUTH_GOOGLE_ISSUER=x\nPORT=80\n')
  vi.stubEnv('SHOP_MODE', 'live')
  vi.stubEnv('SERVICE_ROLE_KEY', 'nonsense')
  vi.stubEnv('PGPASSWORD', 'secret')
  process.chdir(folder)
  const env = programEnvironment({ PORT: '3999' })
  expect(env).toMatchObject({
    PATH: process.env.PATH,
    PORT: '3999',
    JWT_SECRET: '',
    ANON_KEY: '',
    OAUTH_GOOGLE_ISSUER: '',
  })
  for (const name of ['SHOP_MODE', 'SERVICE_ROLE_KEY', 'PGPASSWORD']) expect(env).not.toHaveProperty(name)
  expect(readConfig(env)).toMatchObject({ PORT: 3999, SHOP_MODE: 'rehearsal' })
  expect(readConfig(env).JWT_SECRET).toBeUndefined()
  await rm(folder, { recursive: true })
})

test('the test process forgets the variables of the shop and of PostgreSQL, and keeps its own', () => {
  for (const name of ['JWT_SECRET', 'OAUTH_GOOGLE_ISSUER', 'PGSSLMODE', 'PGOPTIONS', 'PG_BIN']) vi.stubEnv(name, 'x')
  forgetShopVariables(['JWT_SECRET'])
  for (const name of ['JWT_SECRET', 'OAUTH_GOOGLE_ISSUER', 'PGSSLMODE', 'PGOPTIONS']) {
    expect(process.env).not.toHaveProperty(name)
  }
  expect(process.env.PG_BIN).toBe('x')
  vi.unstubAllEnvs()
})
