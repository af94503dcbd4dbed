import { expect, test } from 'vitest'
import { createBackpressureStream, ReaderGoneError } from './export-orders.ts'

test('each piece waits until the reader has taken the previous one, and the stream ends', async () => {
  const { stream, put, end } = createBackpressureStream(1_000)
  const reader = stream.getReader()
  const written: string[] = []
  const writing = (async () => {
    for (const piece of ['a', 'b', 'c', 'd']) {
      await put(piece)
      written.push(piece)
    }
    end()
  })()
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('a')
  await Promise.resolve()
  expect(written.length).toBeLessThan(4)
  const rest: string[] = []
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    rest.push(Buffer.from(piece.value).toString())
  }
  await writing
  expect(rest).toEqual(['b', 'c', 'd'])
})

test('a reader that leaves, or pauses for too long, ends the stream', async () => {
  const left = createBackpressureStream(60_000)
  await left.put('a')
  const waiting = expect(async () => {
    for (;;) await left.put('b')
  }).rejects.toThrow(ReaderGoneError)
  await left.stream.cancel()
  await waiting
  await expect(left.put('c')).rejects.toThrow(ReaderGoneError)
  left.end()

  const stalled = createBackpressureStream(20)
  await expect(async () => {
    for (;;) await stalled.put('a')
  }).rejects.toThrow(ReaderGoneError)
  stalled.fail(new Error('broken off'))
  await expect(stalled.stream.getReader().read()).rejects.toThrow('broken off')
})
