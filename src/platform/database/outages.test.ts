import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '../http/errors/app-error.ts'
import { createLog } from '../log.ts'
import { peerAnswered, peerFailed } from './outages.ts'

function capturedLog() {
  const lines: { msg: string; peer?: string; affected?: number; requestId?: string }[] = []
  const log = createLog({ level: 'info', to: { write: (line: string) => void lines.push(JSON.parse(line)) } })
  return { log, lines }
}

test('an outage has one line when it begins and one when it ends, with the number of requests that failed', async () => {
  const { log, lines } = capturedLog()
  for (let time = 0; time < 200; time += 1) {
    const error = new Error('connect ECONNREFUSED 127.0.0.1:443')
    peerFailed(log, 'Stripe', error)
    const refusal = new AppError('payment_provider_down', 'Please try again.', { cause: error })
    log.child({ requestId: String(time) }).error({ error: refusal }, 'a request found something down')
  }
  await pause(2)
  peerAnswered(log, 'Stripe', performance.now())
  peerAnswered(log, 'Stripe', performance.now())
  expect(lines).toMatchObject([
    { msg: 'an outage begins', peer: 'Stripe', why: 'connect ECONNREFUSED 127.0.0.1:443' },
    { msg: 'an outage is over', peer: 'Stripe', affected: 200 },
  ])
  expect(JSON.stringify(lines)).not.toContain('"stack"')
})

test('a response to a call that began before the last failure does not end the outage, and other errors keep their lines', () => {
  const { log, lines } = capturedLog()
  const startedMs = performance.now()
  peerFailed(log, 'database', new Error('Connection terminated unexpectedly'))
  peerAnswered(log, 'database', startedMs)
  peerAnswered(log, 'Stripe', performance.now() + 1)
  log.error({ error: new TypeError('x is undefined') }, 'a request failed')
  expect(lines.map(({ msg }) => msg)).toEqual(['an outage begins', 'a request failed'])
})
