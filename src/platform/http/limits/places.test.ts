import { expect, test } from 'vitest'
import { createKeyedSemaphore, createPlaces, createSemaphore, nextTurn } from './places.ts'

test('there are so many places, and a place that is given back is free again', () => {
  const places = createPlaces({ most: 2, mostOfOne: 2 })
  const [first, second] = [places.take('a'), places.take(null)]
  expect(places.isFull()).toBe(true)
  expect(places.take('b')).toBe('full')
  if (typeof first === 'function') first()
  expect(places.isFull()).toBe(false)
  expect(places.take('b')).toBeTypeOf('function')
  expect(second).toBeTypeOf('function')
})

test('one client has a share of them, and unknown clients are not limited apart', () => {
  const places = createPlaces({ most: 10, mostOfOne: 2 })
  const leave = places.take('a')
  places.take('a')
  expect(places.take('a')).toBe('one client')
  for (let n = 0; n < 4; n += 1) expect(places.take(null)).toBeTypeOf('function')
  if (typeof leave === 'function') leave()
  expect(places.take('a')).toBeTypeOf('function')
  expect(places.take('a')).toBe('one client')
})

const refuse = () => new Error('too many')

/** Tasks that run until `endNext`, with the number that run at once. */
function observedWork() {
  const ends: (() => void)[] = []
  const observed = { running: 0, most: 0, begun: [] as number[] }
  const work = (name: number) => async () => {
    observed.running += 1
    observed.most = Math.max(observed.most, observed.running)
    observed.begun.push(name)
    await new Promise<void>((end) => ends.push(end))
    observed.running -= 1
    return name
  }
  return { observed, work, endNext: () => ends.shift()?.() }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

test('two tasks run at once, the others wait in the order of their calls', async () => {
  const run = createSemaphore({ concurrency: 2, maxWaiting: 100, refuse })
  const { observed, work, endNext } = observedWork()
  const all = Promise.all(Array.from({ length: 102 }, (_, name) => run(work(name))))
  for (let at = 0; at < 102; at += 1) {
    await settled()
    expect(observed.running).toBe(Math.min(2, 102 - at))
    endNext()
  }
  expect(await all).toEqual(Array.from({ length: 102 }, (_, name) => name))
  expect(observed.begun).toEqual(Array.from({ length: 102 }, (_, name) => name))
  expect(observed.most).toBe(2)
})

test('a task beyond the queue’s length is refused at once, and a later one is accepted again', async () => {
  const run = createSemaphore({ concurrency: 2, maxWaiting: 3, refuse })
  const { observed, work, endNext } = observedWork()
  const inside = Array.from({ length: 5 }, (_, name) => run(work(name)))
  await expect(run(work(5))).rejects.toThrow('too many')
  endNext()
  await settled()
  const sixth = run(work(6))
  for (let at = 0; at < 5; at += 1) {
    endNext()
    await settled()
  }
  expect(await Promise.all([...inside, sixth])).toEqual([0, 1, 2, 3, 4, 6])
  expect(observed.begun).not.toContain(5)
})

test('a failed task frees its place', async () => {
  const run = createSemaphore({ concurrency: 1, maxWaiting: 100, refuse })
  const failing = () => run(() => Promise.reject(new Error('broken')))
  const results = await Promise.allSettled([failing(), failing(), run(async () => 'well'), failing()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'rejected'])
  expect(await run(async () => 'well')).toBe('well')
})

test('tasks of one key run one after another, tasks of different keys at once', async () => {
  const run = createKeyedSemaphore({ concurrency: 1, maxWaiting: 1, refuse })
  const { observed, work, endNext } = observedWork()
  const all = Promise.allSettled([
    run('an order', work(0)),
    run('an order', work(1)),
    run('an order', work(2)),
    run('another', work(3)),
  ])
  await settled()
  expect(observed.begun).toEqual([0, 3])
  endNext()
  await settled()
  expect(observed.begun).toEqual([0, 3, 1])
  endNext()
  endNext()
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await run('an order', async () => 'empty again')).toBe('empty again')
})

test('of several callers each begins in a turn of its own, with turns in between for everything else', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const begins: number[] = []
  await Promise.all([1, 2, 3].map(() => nextTurn().then(() => begins.push(turns))))
  isOver = true
  const [first = 0, second = 0, third = 0] = begins
  expect(second - first).toBeGreaterThanOrEqual(8)
  expect(third - second).toBeGreaterThanOrEqual(8)
})
