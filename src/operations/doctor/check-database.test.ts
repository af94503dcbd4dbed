import { expect, test } from 'vitest'
import { type Archiving, classifyArchiving } from './check-database.ts'
import { runChecks } from './finding.ts'

const now = new Date('2026-11-26T14:05:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const well: Archiving = {
  mode: 'on',
  command: 'pgbackrest --stanza=shop archive-push %p',
  library: '',
  timeoutSeconds: 60,
  lastAt: minutesAgo(1),
  lastFailedAt: null,
  failures: 0,
  now,
  waiting: 0,
}

test.each<[title: string, changes: Partial<Archiving>, state: string, found: string]>([
  ['an archive that keeps up is well', {}, 'ok', 'the newest file was archived a minute ago'],
  ['a failure that is over is no fault', { lastFailedAt: minutesAgo(30), failures: 4 }, 'ok', 'a minute ago'],
  ['an idle shop writes nothing to archive', { lastAt: minutesAgo(600) }, 'ok', '10 hours ago'],
  ['no command fills the disk', { command: '(disabled)' }, 'error', 'without an archive_command'],
  [
    'a failure since the last file is an error',
    { lastAt: minutesAgo(40), lastFailedAt: minutesAgo(0), failures: 12 },
    'error',
    '12 attempts have failed, the last at 2026-11-26 14:05 UTC; nothing has been archived since 2026-11-26 13:25 UTC',
  ],
  ['a first failure too', { lastAt: null, lastFailedAt: minutesAgo(0), failures: 1 }, 'error', 'nothing has ever'],
  [
    'an archive that hangs has files waiting',
    { lastAt: minutesAgo(20), waiting: 9 },
    'error',
    '20 minutes ago, and 9 files are waiting',
  ],
  ['a new archive is to be checked', { lastAt: null, waiting: null }, 'warning', 'nothing has been archived yet'],
  ['full files alone lose hours of a quiet shop', { timeoutSeconds: 0 }, 'warning', 'only when it is full'],
])('%s', async (_, changes, state, found) => {
  const [finding] = await runChecks({ archiving: async () => classifyArchiving({ ...well, ...changes }) })
  expect(finding).toMatchObject({ check: 'archiving', state, found: expect.stringContaining(found) })
  expect(Boolean(finding?.cure)).toBe(state !== 'ok')
})

test('without archiving there is no line', () => {
  expect(classifyArchiving({ ...well, mode: 'off', command: '', lastAt: null })).toEqual([])
})
