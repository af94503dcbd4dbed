import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { faultPoint } from './fault-points.ts'

/** Passes points one after another in a program of its own; what it came to say, and the signal it died of. */
function passing(armed: string, points: string[]): Promise<{ said: string; signal: string | null }> {
  const program = `
    import { armFaultPoint, faultPoint } from './src/platform/jobs/fault-points.ts'
    import { writeSync } from 'node:fs'
    armFaultPoint('${armed}')
    for (const point of ${JSON.stringify(points)}) { faultPoint(point); writeSync(1, point + ' ') }`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], (error, stdout) =>
      resolve({ said: stdout.trim(), signal: (error as { signal?: string } | null)?.signal ?? null }),
    )
  })
}

test('a program dies the n-th time it comes by the point that is armed, and at no other', async () => {
  const way = ['settle.answered', 'settle.committed', 'settle.answered', 'settle.committed']
  const cases = await Promise.all([passing('settle.committed:2', way), passing('settle.answered', way)])
  expect(cases).toEqual([
    { said: 'settle.answered settle.committed settle.answered', signal: 'SIGKILL' },
    { said: '', signal: 'SIGKILL' },
  ])
  expect(await passing('webhook.received', way)).toEqual({ said: way.join(' '), signal: null })
})

test('nothing happens where none is armed', () => {
  expect(faultPoint('settle.committed')).toBeUndefined()
})
