import { expect, test } from 'vitest'
import type { Document } from '../document.ts'
import { type History, reduceHistory, startHistory } from './edit-history.ts'

const page: Document = { name: 'About', description: [], layout: 'text', title: ['About'], lead: [], blocks: [] }

function named(history: History, name: string, { about = 'name', atMs = 0 } = {}): History {
  return reduceHistory(history, { type: 'change', about, atMs, change: (document) => ({ ...document, name }) })
}

test('typing in one place is one step of undo, a pause or another place begins the next', () => {
  let history = named(startHistory(page), 'A', { atMs: 0 })
  history = named(history, 'AB', { atMs: 500 })
  history = named(history, 'ABC', { atMs: 9_000 })
  history = named(history, 'ABCD', { about: 'title', atMs: 9_100 })
  const names = []
  while (history.past.length > 0) {
    history = reduceHistory(history, { type: 'undo' })
    names.push(history.present.name)
  }
  expect(names).toEqual(['ABC', 'AB', 'About'])
})

test('redo brings an undone change back, until another change is made', () => {
  const undone = reduceHistory(named(startHistory(page), 'A'), { type: 'undo' })
  expect(reduceHistory(undone, { type: 'redo' }).present.name).toBe('A')
  expect(reduceHistory(named(undone, 'B'), { type: 'redo' }).present.name).toBe('B')
})

test('a restored version is one step of undo', () => {
  const restored = reduceHistory(named(startHistory(page), 'A'), { type: 'replace', document: page })
  expect(restored.present).toBe(page)
  expect(reduceHistory(restored, { type: 'undo' }).present.name).toBe('A')
})
