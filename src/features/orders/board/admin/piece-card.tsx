import { useStaff } from '#admin/staff.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { BoardPiece } from '../board.contract.ts'
import { nameOfState, nextState, type PieceState, stateBefore } from '../piece.ts'
import { garmentOf, isSamplesPiece, pieceName, pieceNotes, promiseLabel } from './board-labels.ts'

type CardProps = {
  piece: BoardPiece
  today: string
  /** Whether a press on it waits for a connection. */
  isUnsent: boolean
  onMove: (piece: BoardPiece, to: PieceState) => void
}

/**
 * A piece with all that is to be minded, its order (for a helper its packing slip), the press that moves it on, and the one that takes
 * it back.
 */
export function PieceCard({ piece, today, isUnsent, onMove }: CardProps) {
  const step = { state: piece.state, isSamples: isSamplesPiece(piece) }
  const [next, before] = [nextState(step), stateBefore(step)]
  const isLate = piece.dispatch_by < today
  const order = encodeURIComponent(piece.order_number)
  const isAdmin = useStaff().role === 'admin'
  return (
    <li data-piece={`${piece.line}-${piece.number}`} className="border-line border-b py-4">
      <div className="flex items-baseline justify-between gap-x-4">
        <p className="wrap-any font-medium leading-snug">{garmentOf(piece)}</p>
        <p className={`shrink-0 text-small ${isLate ? 'font-medium text-mulberry' : ''}`}>
          {promiseLabel(piece, today)}
        </p>
      </div>
      <p className="wrap-any text-ink-soft text-small">
        <bdi>{piece.customer_name}</bdi>{' '}
        <Link
          to={isAdmin ? `/admin?tab=orders&order=${order}` : `/admin/orders/packing-slips?orders=${order}`}
          className="inline-flex min-h-11 items-center"
        >
          <span className="link">{piece.order_number}</span>
        </Link>
        {piece.of > 1 && `, piece ${piece.number} of ${piece.of}`}
        {piece.order_pieces > piece.of && `, ${piece.order_pieces} pieces in the order`}
      </p>
      <dl className="grid gap-y-1 text-small">
        {pieceNotes(piece).map(({ label, text, isOdd, isHers }) => (
          <div
            key={label}
            className={`wrap-any ${isOdd ? 'border-mulberry border-l-4 bg-paper-deep py-1.5 pl-3 font-medium text-mulberry' : ''}`}
          >
            <dt className="inline text-ink-soft">{label}: </dt>
            <dd className={`inline ${isHers ? 'whitespace-pre-line italic' : ''}`} dir={isHers ? 'auto' : undefined}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex items-center gap-x-5">
        {next && (
          <Button
            className="min-h-14 grow"
            aria-label={`${nameOfState(next)}: ${pieceName(piece)}`}
            onClick={() => onMove(piece, next)}
          >
            {nameOfState(next)}
          </Button>
        )}
        {before && (
          <TextButton
            aria-label={`Back to ${nameOfState(before).toLowerCase()}: ${pieceName(piece)}`}
            onClick={() => onMove(piece, before)}
          >
            {`Back to “${nameOfState(before).toLowerCase()}”`}
          </TextButton>
        )}
      </div>
      {isUnsent && <p className="mt-1 text-ink-soft text-small">Kept on this device, not sent yet.</p>}
    </li>
  )
}

/** The place that a piece has just left, with its undo: nothing else moves under the next press. */
export function MovedPiece({ piece, from, onUndo }: { piece: BoardPiece; from: PieceState; onUndo: () => void }) {
  return (
    <li className="flex min-h-16 items-center justify-between gap-x-4 border-line border-b bg-paper-deep px-3 py-1">
      <p className="wrap-any text-small">
        <span className="font-medium">{nameOfState(piece.state)}</span>: {pieceName(piece)}
      </p>
      <TextButton
        className="shrink-0 px-2"
        aria-label={`Undo, back to ${nameOfState(from).toLowerCase()}: ${pieceName(piece)}`}
        onClick={onUndo}
      >
        Undo
      </TextButton>
    </li>
  )
}
