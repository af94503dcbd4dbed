import { isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { compareNames } from '#base/names.ts'
import type { BoardPiece, ClothStock } from '../board.contract.ts'

export const spans = [
  { id: 'today', name: 'Today' },
  { id: 'week', name: 'This week' },
  { id: 'all', name: 'All' },
] as const
export type Span = (typeof spans)[number]['id']

/** The last day of a span, 'YYYY-MM-DD'; a week ends on Sunday. What is late belongs to each. */
export function lastDayOf(span: Span, today: string): string | null {
  if (span === 'all') return null
  if (span === 'today') return today
  const day = new Date(today)
  return isoDay(new Date(day.getTime() + ((7 - day.getUTCDay()) % 7) * dayMs))
}

export function isWithin({ dispatch_by }: Pick<BoardPiece, 'dispatch_by'>, span: Span, today: string): boolean {
  const last = lastDayOf(span, today)
  return last === null || dispatch_by <= last
}

type Arranged = Pick<BoardPiece, 'cloth' | 'name' | 'size' | 'dispatch_by'>
export type ClothGroup<Piece> = { cloth: string | null; pieces: Piece[] }

/**
 * Pieces by cloth, then garment, then size: each group where its oldest promise puts it, and in a group the oldest
 * promise first. Pieces of one promise keep their order.
 */
export function arrangePieces<Piece extends Arranged>(pieces: readonly Piece[]): ClothGroup<Piece>[] {
  const oldest = new Map<string, string>()
  const keysOf = ({ cloth, name, size }: Arranged) =>
    [[cloth], [cloth, name], [cloth, name, size]].map((key) => JSON.stringify(key))
  for (const piece of pieces) {
    for (const key of keysOf(piece)) {
      const known = oldest.get(key)
      if (known === undefined || piece.dispatch_by < known) oldest.set(key, piece.dispatch_by)
    }
  }
  const compare = (one: Piece, other: Piece) => {
    const [keys, others] = [keysOf(one), keysOf(other)]
    for (const [level, key] of keys.entries()) {
      const against = others[level] ?? ''
      if (key === against) continue
      const [day = '', otherDay = ''] = [oldest.get(key), oldest.get(against)]
      return compareNames(day, otherDay) || compareNames(key, against)
    }
    return compareNames(one.dispatch_by, other.dispatch_by)
  }
  const groups: ClothGroup<Piece>[] = []
  for (const piece of pieces.toSorted(compare)) {
    const last = groups.at(-1)
    if (last && last.cloth === piece.cloth) last.pieces.push(piece)
    else groups.push({ cloth: piece.cloth, pieces: [piece] })
  }
  return groups
}

/** What one cloth is needed for. `unknown`: pieces whose metres are not known. `until`: the promise for which it ends. */
export type ClothNeed = {
  cloth: string
  widthCm: number | null
  today: number
  week: number
  all: number
  unknown: number
  left: number | null
  until: string | null
}

/** The metres to cut of each cloth, and its stock. */
export function clothNeeds(
  pieces: readonly BoardPiece[],
  { stock, today }: { stock: readonly Pick<ClothStock, 'cloth' | 'left'>[]; today: string },
): ClothNeed[] {
  const toCut = pieces
    .filter(({ state }) => state === 'to_cut')
    .toSorted((one, other) => compareNames(one.dispatch_by, other.dispatch_by))
  const cloths = new Set(toCut.flatMap(({ cloth }) => cloth ?? []))
  for (const { cloth } of stock) cloths.add(cloth)
  return [...cloths].sort(compareNames).map((cloth) => {
    const own = toCut.filter((piece) => piece.cloth === cloth)
    const sum = (span: Span) =>
      round(
        own.filter((piece) => isWithin(piece, span, today)).reduce((metres, piece) => metres + (piece.metres ?? 0), 0),
      )
    const left = stock.find((each) => each.cloth === cloth)?.left ?? null
    return {
      cloth,
      widthCm: own.find(({ width_cm }) => width_cm !== null)?.width_cm ?? null,
      today: sum('today'),
      week: sum('week'),
      all: sum('all'),
      unknown: own.filter(({ metres }) => metres === null).length,
      left: left === null ? null : round(left),
      until: left === null ? null : firstWithout(own, left),
    }
  })
}

/** The promise of the first piece for which the cloth is not enough. */
function firstWithout(pieces: readonly BoardPiece[], left: number): string | null {
  let rest = left
  for (const { metres, dispatch_by } of pieces) {
    rest = round(rest - (metres ?? 0))
    if (rest < 0) return dispatch_by
  }
  return null
}

const round = (metres: number) => Math.round(metres * 100) / 100
