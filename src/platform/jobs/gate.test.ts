import { expect, test } from 'vitest'
import { createGate, createGates } from './gate.ts'

const refuse = () => new Error('too many')

/** Work that runs until it is told to end, and notes how many of its kind run at once. */
function observedWork() {
  const ends: (() => void)[] = []
  const seen = { running: 0, most: 0, begun: [] as number[] }
  const work = (name: number) => async () => {
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    seen.begun.push(name)
    await new Promise<void>((end) => ends.push(end))
    seen.running -= 1
    return name
  }
  return { seen, work, endNext: () => ends.shift()?.() }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

test('two run at once, the rest one after the other as they came', async () => {
  const inTurn = createGate({ atOnce: 2, waiting: 100, refuse })
  const { seen, work, endNext } = observedWork()
  const all = Promise.all(Array.from({ length: 102 }, (_, name) => inTurn(work(name))))
  for (let at = 0; at < 102; at += 1) {
    await settled()
    expect(seen.running).toBe(Math.min(2, 102 - at))
    endNext()
  }
  expect(await all).toEqual(Array.from({ length: 102 }, (_, name) => name))
  expect(seen.begun).toEqual(Array.from({ length: 102 }, (_, name) => name))
  expect(seen.most).toBe(2)
})

test('past the end of the queue one is refused at once, and there is room again afterwards', async () => {
  const inTurn = createGate({ atOnce: 2, waiting: 3, refuse })
  const { seen, work, endNext } = observedWork()
  const inside = Array.from({ length: 5 }, (_, name) => inTurn(work(name)))
  await expect(inTurn(work(5))).rejects.toThrow('too many')
  endNext()
  await settled()
  const sixth = inTurn(work(6))
  for (let at = 0; at < 5; at += 1) {
    endNext()
    await settled()
  }
  expect(await Promise.all([...inside, sixth])).toEqual([0, 1, 2, 3, 4, 6])
  expect(seen.begun).not.toContain(5)
})

test('work that fails gives its place back', async () => {
  const inTurn = createGate({ atOnce: 1, waiting: 100, refuse })
  const failing = () => inTurn(() => Promise.reject(new Error('broken')))
  const results = await Promise.allSettled([failing(), failing(), inTurn(async () => 'well'), failing()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'rejected'])
  expect(await inTurn(async () => 'well')).toBe('well')
})

test('each key has a gate of its own: one after another of the same, at once of others', async () => {
  const inTurn = createGates({ atOnce: 1, waiting: 1, refuse })
  const { seen, work, endNext } = observedWork()
  const all = Promise.allSettled([
    inTurn('an order', work(0)),
    inTurn('an order', work(1)),
    inTurn('an order', work(2)),
    inTurn('another', work(3)),
  ])
  await settled()
  expect(seen.begun).toEqual([0, 3])
  endNext()
  await settled()
  expect(seen.begun).toEqual([0, 3, 1])
  endNext()
  endNext()
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await inTurn('an order', async () => 'empty again')).toBe('empty again')
})
