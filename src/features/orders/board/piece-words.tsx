import { formatDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { clothsOf, namedSize } from '#features/catalogue/samples.ts'
import type { MyOrder } from '../account/my-orders.ts'
import { pieceStates } from './piece.ts'
import type { LineWork } from './work-of-order.ts'

type PieceWordsProps = {
  work: readonly LineWork[]
  order: Pick<MyOrder, 'lines' | 'dispatchBy' | 'isCollected'>
  now: Date
}

/** Where each piece of an order is, in the words of the owner's board, with the day it leaves. Nothing before its work. */
export function PieceWords({ work, order: { lines, dispatchBy, isCollected }, now }: PieceWordsProps) {
  if (work.length === 0) return null
  const pieces = work.flatMap(({ line, states }) => {
    const garment = lines.find(({ id }) => id === line)
    return garment ? states.map((state, index) => ({ garment, state, index, of: states.length })) : []
  })
  return (
    <section aria-labelledby="pieces" className="mt-6 max-w-[60rem]">
      <h2 id="pieces" className="label text-ink-soft">
        {dispatchBy < shopDate(now)
          ? 'In the workroom'
          : `In the workroom, ${isCollected ? 'ready' : 'to leave'} by ${formatDay(new Date(dispatchBy))}`}
      </h2>
      <ul className="mt-2">
        {pieces.map(({ garment, state, index, of }) => (
          <li
            key={`${garment.id} ${index}`}
            className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-line border-b py-2"
          >
            <span className="wrap-any">
              {namedSize(garment)}
              {of > 1 && `, ${index + 1} of ${of}`}
            </span>
            <ol className="flex gap-x-5">
              {pieceStates
                .filter(({ id }) => clothsOf(garment.size) === null || id === 'to_cut' || id === 'packed')
                .map(({ id, name }) => (
                  <li
                    key={id}
                    aria-current={id === state ? 'step' : undefined}
                    className={
                      id === state ? 'font-medium text-mulberry underline underline-offset-4' : 'text-ink-soft'
                    }
                  >
                    {name}
                  </li>
                ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  )
}
