import { useState } from 'react'
import { counted } from '#base/counts.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { PrintLinks } from '../../admin/print/print-page.tsx'
import type { Board, BoardPiece } from '../board.contract.ts'
import { type PieceState, pieceStates } from '../piece.ts'
import { arrangePieces, isWithin, type Span, spans } from './arrange-pieces.ts'
import { garmentOf, metresLabel, refusedLabel } from './board-labels.ts'
import { useBoard } from './board-queries.ts'
import { ClothFold } from './cloth-fold.tsx'
import { MovedPiece, PieceCard } from './piece-card.tsx'
import { addPress, forgetRefused, type Presses, stateWith, usePresses } from './press-queue.ts'

/** A piece that was moved here, and the state whose list it was moved out of. */
type Moved = { key: string; from: PieceState }
const mostMoved = 12

/** The work of the workroom, piece by piece. */
export default function BoardPage() {
  const { board, problem, readAgain } = useBoard()
  const presses = usePresses(readAgain)
  if (!board) {
    return (
      <div className="pt-6">
        {problem ? (
          <CouldNotLoad problem={problem} onRetry={() => void readAgain()} />
        ) : (
          <LoadingSkeleton label="Loading the board" count={4} />
        )}
      </div>
    )
  }
  return (
    <div className="pt-3">
      <BoardNotices presses={presses} isCut={problem !== null} />
      <Pieces board={board} presses={presses} isCut={problem !== null} />
    </div>
  )
}

/** The presses that wait for a connection, and those that were not accepted. */
function BoardNotices({ presses: { waiting, refused }, isCut }: { presses: Presses; isCut: boolean }) {
  return (
    <>
      <p role="status" className="text-mulberry empty:hidden">
        {isCut &&
          (waiting.length > 0
            ? `No connection. ${counted(waiting.length, 'press is', 'presses are')} kept on this device and sent when it is back. You can go on.`
            : 'No connection. You can go on: presses are kept on this device and sent when it is back.')}
      </p>
      {refused.length > 0 && (
        <div role="alert">
          <ul aria-label="Presses that were not saved" className="mt-2 border-mulberry border-l-4 bg-paper-deep">
            {refused.map((each) => (
              <li key={each.press.id} className="flex items-center justify-between gap-x-4 py-1 pl-4">
                <p className="wrap-any">{refusedLabel(each)}</p>
                <TextButton className="shrink-0 px-4" onClick={() => forgetRefused(each.press.id)}>
                  OK
                </TextButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Pieces({ board, presses: { waiting }, isCut }: { board: Board; presses: Presses; isCut: boolean }) {
  const [shown, setShown] = useState<PieceState>('to_cut')
  const [span, setSpan] = useState<Span>('all')
  const [moved, setMoved] = useState<readonly Moved[]>([])
  const { today } = board
  const pieces = board.pieces.map((piece) => ({ ...piece, state: stateWith(piece, waiting) }))
  const inSpan = pieces.filter((piece) => isWithin(piece, span, today))

  function move(piece: BoardPiece, to: PieceState) {
    addPress(piece, to, garmentOf(piece))
    setMoved((was) =>
      [...was.filter(({ key }) => key !== keyOf(piece)), { key: keyOf(piece), from: piece.state }].slice(-mostMoved),
    )
  }
  function undo(piece: BoardPiece, from: PieceState) {
    addPress(piece, from, garmentOf(piece))
    setMoved((was) => was.filter(({ key }) => key !== keyOf(piece)))
  }
  function show<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      set(value)
      setMoved([])
    }
  }

  return (
    <>
      <div className="z-10 max-lg:sticky max-lg:top-[calc(var(--bar-height)-0.25rem)] -mx-(--gutter) border-line border-b bg-paper px-(--gutter)">
        <Tabs
          label="Work on the pieces"
          className="grid grid-cols-4 lg:hidden"
          choices={pieceStates.map(({ id, name }) => ({
            id,
            name,
            count: inSpan.filter(({ state }) => state === id).length,
          }))}
          chosen={shown}
          onChoose={show(setShown)}
        />
        <Tabs
          label="To leave"
          isNamed
          className="flex gap-x-5"
          choices={spans.map(({ id, name }) => ({
            id,
            name,
            count: pieces.filter((piece) => isWithin(piece, id, today)).length,
          }))}
          chosen={span}
          onChoose={show(setSpan)}
        />
      </div>
      <p className="flex flex-wrap gap-x-6">
        <PrintLinks query="view=to_make" only="cut-list" />
        <PrintLinks query="view=to_dispatch" only="packing-slips" />
      </p>
      <ClothFold board={{ ...board, pieces }} />
      {board.more && <p className="py-2">Orders with later days are left out.</p>}
      <div className="lg:grid lg:grid-cols-4 lg:gap-x-8">
        {pieceStates.map(({ id, name }) => (
          <Column
            key={id}
            state={id}
            name={name}
            isShown={id === shown}
            pieces={inSpan.filter(
              (piece) => piece.state === id || moved.some((each) => each.key === keyOf(piece) && each.from === id),
            )}
            today={today}
            isUnsent={(piece) =>
              waiting.some(
                ({ line, number, tries }) => line === piece.line && number === piece.number && (isCut || tries > 0),
              )
            }
            onMove={move}
            onUndo={undo}
          />
        ))}
      </div>
    </>
  )
}

type ColumnProps = {
  state: PieceState
  name: string
  isShown: boolean
  pieces: BoardPiece[]
  today: string
  isUnsent: (piece: BoardPiece) => boolean
  onMove: (piece: BoardPiece, to: PieceState) => void
  onUndo: (piece: BoardPiece, from: PieceState) => void
}

function Column({ state, name, isShown, pieces, today, isUnsent, onMove, onUndo }: ColumnProps) {
  const count = pieces.filter((piece) => piece.state === state).length
  return (
    <section aria-label={name} className={isShown ? '' : 'max-lg:hidden'}>
      <h2 className="mt-4 text-name max-lg:sr-only">
        {name} <span className="lining-nums text-ink-soft tabular-nums">{count}</span>
      </h2>
      {state === 'to_cut' && count > 0 && (
        <p className="mt-3 text-ink-soft text-small">
          The first cut begins an order: in a minute its customer gets the e-mail “is being made”, and can’t change it
          any more. Undo stops that.
        </p>
      )}
      {pieces.length === 0 && <p className="py-6 text-ink-soft">{nothingIn[state]}</p>}
      {arrangePieces(pieces).map(({ cloth, pieces: own }) => (
        <div key={cloth ?? ''} className="mt-4">
          <h3 className="wrap-any label border-ink border-b py-1.5 text-ink-soft">
            {cloth ?? 'Cloth not given'}
            {state === 'to_cut' && metresOf(own)}
          </h3>
          <ul>
            {own.map((piece) =>
              piece.state === state ? (
                <PieceCard key={keyOf(piece)} piece={piece} today={today} isUnsent={isUnsent(piece)} onMove={onMove} />
              ) : (
                <MovedPiece key={keyOf(piece)} piece={piece} from={state} onUndo={() => onUndo(piece, state)} />
              ),
            )}
          </ul>
        </div>
      ))}
    </section>
  )
}

const nothingIn: Record<PieceState, string> = {
  to_cut: 'Nothing to cut.',
  cut: 'Nothing waits to be sewn.',
  sewn: 'Nothing waits to be packed.',
  packed: 'Nothing packed waits to leave.',
}

function metresOf(pieces: readonly BoardPiece[]): string {
  const metres = pieces.filter(({ state }) => state === 'to_cut').reduce((sum, piece) => sum + (piece.metres ?? 0), 0)
  return metres > 0 ? `, ${metresLabel(Math.round(metres * 100) / 100)}` : ''
}

type TabsProps<Id extends string> = {
  label: string
  /** Whether the label is seen too. */
  isNamed?: true
  className: string
  choices: readonly { id: Id; name: string; count: number }[]
  chosen: Id
  onChoose: (id: Id) => void
}

function Tabs<Id extends string>({ label, isNamed, className, choices, chosen, onChoose }: TabsProps<Id>) {
  return (
    <fieldset aria-label={label} className={className}>
      {isNamed && <span className="flex items-center text-ink-soft">{label}</span>}
      {choices.map(({ id, name, count }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className={`min-h-12 border-b-2 text-left ${id === chosen ? 'border-mulberry text-mulberry' : 'border-transparent text-ink-soft'}`}
        >
          {name} <span className="lining-nums tabular-nums">{count}</span>
        </button>
      ))}
    </fieldset>
  )
}

const keyOf = ({ line, number }: Pick<BoardPiece, 'line' | 'number'>) => `${line}-${number}`
