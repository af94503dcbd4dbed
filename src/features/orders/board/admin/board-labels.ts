import { formatShortWeekday } from '#base/calendar-day.ts'
import { clothsOf, namedSize } from '#features/catalogue/samples.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { measurementWords } from '#features/catalogue/sizes/size-advice-labels.ts'
import type { BoardPiece } from '../board.contract.ts'
import { nameOfState } from '../piece.ts'
import type { ClothNeed } from './arrange-pieces.ts'
import type { RefusedPress } from './press-queue.ts'

export function garmentOf(piece: Pick<BoardPiece, 'name' | 'size'>): string {
  return namedSize(piece)
}

/** The names of a piece for buttons: 'Mary Dress, size 10–12, Miriam Okafor'. */
export function pieceName(piece: Pick<BoardPiece, 'name' | 'size' | 'customer_name' | 'order_number'>): string {
  return `${garmentOf(piece)}, ${piece.customer_name ?? piece.order_number}`
}

export function isSamplesPiece({ size }: Pick<BoardPiece, 'size'>): boolean {
  return clothsOf(size) !== null
}

/** 'by Fri 4 Dec', 'late: by Fri 4 Dec'. */
export function promiseLabel({ dispatch_by }: Pick<BoardPiece, 'dispatch_by'>, today: string): string {
  const by = `by ${formatShortWeekday(dispatch_by)}`
  return dispatch_by < today ? `late: ${by}` : by
}

/** A line on a piece. `isOdd`: it does not fit what is ordered. */
export type PieceNote = { label: string; text: string; isOdd?: boolean; isHers?: boolean }

/** What is to be minded about a piece. */
export function pieceNotes(piece: BoardPiece): PieceNote[] {
  const { height_cm, heel_cm, cut_length, cut_to, size_advice: advice, size } = piece
  const { numbers, notes, gift_note, owner_note } = piece
  const isOdd = advice !== null && advice.size !== size
  return [
    piece.is_first && { label: 'Pre-order', text: 'First in the queue' },
    cut_to && {
      label: 'Check the piece',
      text: `It was cut to ${[
        printedSize(cut_to.size),
        cut_to.height_cm !== null && heightLabel(cut_to.height_cm, cut_to.heel_cm),
      ]
        .filter(Boolean)
        .join(', ')}. The order was changed after that.`,
      isOdd: true,
    },
    numbers !== null && { label: 'Number', text: numbers },
    height_cm !== null && {
      label: 'Hem',
      text: `${heightLabel(height_cm, heel_cm)}${cut_length ? `: cut ${cut_length}` : ''}`,
    },
    advice !== null && {
      label: isOdd ? 'Check the size' : 'Measurements',
      text: isOdd
        ? `The finder gave ${printedSize(advice.size)}, ${printedSize(size)} is ordered. ${capital(measurementWords(advice))}`
        : capital(measurementWords(advice)),
      isOdd,
    },
    notes && { label: 'For the parcel', text: notes, isHers: true },
    gift_note && { label: 'Gift note', text: gift_note, isHers: true },
    owner_note && { label: 'For me', text: owner_note, isHers: true },
  ].filter((note) => typeof note === 'object' && note !== null)
}

/** Why a press was not accepted. */
export function refusedLabel({ press, why, state }: RefusedPress): string {
  const { garment, order_number, to } = press
  const piece = `${garment} of ${order_number}`
  switch (why) {
    case 'cancelled':
      return `${piece} was cancelled meanwhile. Please stop work on it.`
    case 'sent':
      return `${piece} was marked as shipped meanwhile.`
    case 'unpaid':
      return `${piece} is not paid any more.`
    case 'withdrawn':
      return `${piece}: the customer withdrew from it meanwhile. Please answer under Returns before you go on.`
    case 'elsewhere':
      return `${piece} is “${nameOfState(state ?? 'to_cut')}” now, on another device. Your press “${nameOfState(to)}” was not needed.`
    case 'changed':
      return `${piece} was changed by its customer before your press arrived, so it is not cut yet. Please look at it again.`
    case 'failed':
      return `${piece} couldn’t be set to “${nameOfState(to)}”. Please press again.`
  }
}

/** '12.5 m'. */
export function metresLabel(metres: number): string {
  return `${metres.toLocaleString('en-GB', { maximumFractionDigits: 2 })} m`
}

/** What is in stock of a cloth, and until when it lasts; null where no count is kept. */
export function stockLabel({ left, until, week, all }: ClothNeed): { text: string; isShort: boolean } | null {
  if (left === null) return null
  if (left < 0)
    return { text: `${metresLabel(-left)} more is cut than was counted. Please count it again.`, isShort: true }
  if (until === null)
    return { text: `${metresLabel(left)} in stock: enough for all ${metresLabel(all)}.`, isShort: false }
  const end = `enough until the pieces for ${formatShortWeekday(until)}`
  return left < week
    ? { text: `${metresLabel(left)} in stock, ${metresLabel(week)} needed this week: ${end}.`, isShort: true }
    : { text: `${metresLabel(left)} in stock: ${end}.`, isShort: true }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
