import { useEffect, useSyncExternalStore } from 'react'
import { boardPressesKey } from '#base/stored-value.ts'
import { siteStore } from '#platform/client/browser-store.ts'
import { call, toRequestError } from '#platform/client/functions.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import type { BoardPiece, Move, MoveResult, Refusal } from '../board.contract.ts'
import type { PieceState } from '../piece.ts'

/** A press that the server has not confirmed. `garment`: its name and size; `tries`: how often the server failed. */
export type Press = Move & { order_number: string; garment: string; tries: number }
/** A press that was not accepted, until the owner has read it. */
export type RefusedPress = { press: Press; why: Refusal; state: PieceState | null }
export type Presses = { waiting: readonly Press[]; refused: readonly RefusedPress[] }

// In the site's storage, so that a press survives a reload, a full tab list and an hour without a connection.
// A sign-out removes them (`device-data.ts`): they name orders and heights.
const key = boardPressesKey
const nothing: Presses = { waiting: [], refused: [] }
const mostAtOnce = 100
const mostTries = 5
const retryMs = 2_000

let shown: { text: string | null; presses: Presses } = { text: null, presses: nothing }
const listeners = new Set<() => void>()

function readPresses(): Presses {
  const text = siteStore.getItem(key)
  if (text !== shown.text) shown = { text, presses: parse(text) }
  return shown.presses
}

function parse(text: string | null): Presses {
  try {
    const { waiting, refused } = JSON.parse(text ?? '{}') as Partial<Presses>
    return { waiting: waiting ?? [], refused: refused ?? [] }
  } catch {
    return nothing
  }
}

function write(presses: Presses): void {
  if (presses.waiting.length + presses.refused.length === 0) siteStore.removeItem(key)
  else siteStore.setItem(key, JSON.stringify(presses))
  for (const listener of listeners) listener()
}

/** Keeps a press in the browser until the server has it. */
export function addPress(piece: BoardPiece, to: PieceState, garment: string): void {
  const { line, number, state: from, order_number, size, height_cm, heel_cm } = piece
  const press: Press = {
    ...{ id: randomUuid(), line, number, from, to, order_number, garment, tries: 0 },
    seen: { size, height_cm, heel_cm },
  }
  const { waiting, refused } = readPresses()
  write({ waiting: [...waiting, press], refused })
}

export function forgetRefused(id: string): void {
  const { waiting, refused } = readPresses()
  write({ waiting, refused: refused.filter(({ press }) => press.id !== id) })
}

/** The presses after the server's answers to some of them. */
export function withResults({ waiting, refused }: Presses, results: readonly MoveResult[]): Presses {
  const answers = new Map(results.map((result) => [result.id, result]))
  const next: { waiting: Press[]; refused: RefusedPress[] } = { waiting: [], refused: [...refused] }
  for (const press of waiting) {
    const answer = answers.get(press.id)
    if (!answer) next.waiting.push(press)
    else if (answer.refused === 'failed' && press.tries + 1 < mostTries) {
      next.waiting.push({ ...press, tries: press.tries + 1 })
    } else if (answer.refused) next.refused.push({ press, why: answer.refused, state: answer.state })
  }
  return next
}

/** The state of a piece with the presses that are on their way. */
export function stateWith({ line, number, state }: BoardPiece, waiting: readonly Press[]): PieceState {
  let now = state
  for (const press of waiting) {
    if (press.line === line && press.number === number && press.from === now) now = press.to
  }
  return now
}

let sending = false

/**
 * Sends what waits, in its order. Without a connection, or signed out, it stays. `showResult` reads the board anew, and
 * resolves with whether it could.
 */
async function sendPresses(showResult: () => Promise<boolean>): Promise<void> {
  if (sending) return
  sending = true
  try {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      const results = await send(batch)
      if (!results) return
      // The board shows the presses before they leave the list, so that no piece jumps back and forth.
      if (!(await showResult())) return
      write(withResults(readPresses(), results))
      if (results.some(({ refused }) => refused === 'failed')) return
    }
  } finally {
    sending = false
  }
}

const nextBatch = () => readPresses().waiting.slice(0, mostAtOnce)

async function send(batch: readonly Press[]): Promise<MoveResult[] | null> {
  const moves = batch.map(({ id, line, number, from, to, seen }) => ({ id, line, number, from, to, seen }))
  try {
    return (await call('move-pieces', { moves }, { timeoutMs: 10_000 })).results
  } catch (error) {
    const { status } = toRequestError(error)
    if (status !== 400) return null
    return batch.map(({ id }) => ({ id, refused: 'failed', state: null }))
  }
}

/** The presses of this browser, which are sent at once, again with a new connection, and every two seconds. */
export function usePresses(showResult: () => Promise<boolean>): Presses {
  const presses = useSyncExternalStore(subscribe, readPresses, () => nothing)
  const isWaiting = presses.waiting.length > 0
  useEffect(() => {
    if (!isWaiting) return
    const again = () => void sendPresses(showResult)
    again()
    const timer = setInterval(again, retryMs)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [isWaiting, showResult])
  return presses
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab of this browser.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
