import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { faultPoint } from './fault-points.ts'

/** Passes the points one after another in its own process. Returns its output and the signal that ended it. */
function passing(armed: string, points: string[]): Promise<{ output: string; signal: string | null }> {
  const program = `
    import { armFaultPoint, faultPoint } from './src/platform/jobs/fault-points.ts'
    import { writeSync } from 'node:fs'
    armFaultPoint('${armed}')
    for (const point of ${JSON.stringify(points)}) { faultPoint(point); writeSync(1, point + ' ') }`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], (error, stdout) =>
      resolve({ output: stdout.trim(), signal: (error as { signal?: string } | null)?.signal ?? null }),
    )
  })
}

test('a program is killed at the n-th pass of the armed point, and at no other point', async () => {
  const way = ['settle.answered', 'settle.committed', 'settle.answered', 'settle.committed']
  const cases = await Promise.all([passing('settle.committed:2', way), passing('settle.answered', way)])
  expect(cases).toEqual([
    { output: 'settle.answered settle.committed settle.answered', signal: 'SIGKILL' },
    { output: '', signal: 'SIGKILL' },
  ])
  expect(await passing('webhook.received', way)).toEqual({ output: way.join(' '), signal: null })
})

test('without an armed point nothing happens', () => {
  expect(faultPoint('settle.committed')).toBeUndefined()
})
