import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'

const METRICS_TOKEN = 'a token of the tests'

test('the rules’ own examples pass', { tags: ['N17'], timeout: 60_000 }, async () => {
  const promtool = spawn('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd: 'deploy/monitoring',
    stdio: 'ignore',
  })
  expect(await once(promtool, 'exit')).toEqual([0, null])
})

test('Prometheus reads a running shop, evaluates every rule and panel, and says when the shop is gone', {
  timeout: 180_000,
}, async () => {
  await using database = await emptyDatabase()
  await using data = await dataFolder()
  const [port = 0] = await freePorts(1)
  const shop = await startShop(data.path, port, { DATABASE_URL: database.connectionString, METRICS_TOKEN })
  await using prometheus = await startPrometheus(port)
  await expect.poll(() => prometheus.value('up{job="shop"}'), { timeout: 60_000 }).toEqual(['1'])
  await expect.poll(() => prometheus.value('shop_notifications'), { timeout: 30_000 }).toEqual(['1'])
  const dashboard = JSON.parse(await readFile('deploy/monitoring/dashboard.json', 'utf8'))
  for (const panel of dashboard.panels as { title: string; targets: { expr: string }[] }[]) {
    for (const { expr } of panel.targets) expect(await prometheus.status(expr), panel.title).toBe('success')
  }
  const names = await prometheus.alerts()
  expect(names.filter(({ severity }) => severity === 'page')).toEqual([])
  expect(await prometheus.ruleFaults()).toEqual([])
  await shop.stop()
  await expect
    .poll(() => prometheus.alerts(), { timeout: 60_000, interval: 500 })
    .toContainEqual({ name: 'ShopDown', severity: 'page' })
})

async function startPrometheus(target: number) {
  const dir = await mkdtemp(join(tmpdir(), 'prometheus-'))
  const [own = 0] = await freePorts(1)
  await copyFile('deploy/monitoring/alerts.yml', join(dir, 'alerts.yml'))
  await writeFile(join(dir, 'metrics-token'), METRICS_TOKEN)
  const example = await readFile('deploy/monitoring/prometheus.yml', 'utf8')
  const config = example.replaceAll('15s', '1s').replace('127.0.0.1:3000', `127.0.0.1:${target}`)
  await writeFile(join(dir, 'prometheus.yml'), config)
  const flags = [
    `--config.file=${join(dir, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(dir, 'data')}`,
    `--web.listen-address=127.0.0.1:${own}`,
  ]
  const child = spawn('prometheus', flags, { cwd: dir, stdio: 'ignore' })
  const exited = once(child, 'exit')

  async function read(path: string, params: Record<string, string> = {}) {
    const url = `http://127.0.0.1:${own}/api/v1/${path}?${new URLSearchParams(params)}`
    return (await fetch(url).then(
      (response) => response.json(),
      () => ({ status: 'away' }),
    )) as {
      status: string
      data?: {
        result?: { value: [number, string] }[]
        alerts?: { labels: { alertname: string; severity: string } }[]
        groups?: { rules: { name: string; health: string; lastError?: string }[] }[]
      }
    }
  }

  return {
    value: async (query: string) => (await read('query', { query })).data?.result?.map(({ value }) => value[1]),
    status: async (query: string) => (await read('query', { query })).status,
    alerts: async () =>
      ((await read('alerts')).data?.alerts ?? []).map(({ labels }) => ({
        name: labels.alertname,
        severity: labels.severity,
      })),
    ruleFaults: async () =>
      ((await read('rules')).data?.groups ?? [])
        .flatMap(({ rules }) => rules)
        .filter(({ health }) => health !== 'ok')
        .map(({ name, lastError }) => ({ name, lastError })),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
      await rm(dir, { recursive: true, force: true })
    },
  }
}
