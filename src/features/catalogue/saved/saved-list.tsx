import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { ProductCard } from '../product-card.tsx'
import type { ProductSummary } from '../product-summary.ts'
import { NothingSaved } from './nothing-saved.tsx'
import { putBack, savedGarments } from './saved-garments.ts'
import { useSavedGarments } from './use-saved-garments.ts'

/** The saved garments as cards. The heart of a card removes it, and its place offers to put it back. */
export function SavedList() {
  const { saved, listed, garments, hasFailed, retry } = useSavedGarments()
  if (hasFailed) {
    const problem = 'We couldn’t load your saved garments just now. They’re still saved.'
    return <CouldNotLoad problem={problem} onRetry={retry} />
  }
  if (!listed || !garments) return <Loading count={listed?.length ?? 0} />
  if (garments.length === 0) return <NothingSaved />
  const putBackAt = (id: string) => () => savedGarments.update((ids) => putBack(ids, id, listed))
  return (
    <Cards>
      {garments.map((garment) => (
        <SavedItem
          key={garment.id}
          garment={garment}
          isSaved={saved.includes(garment.id)}
          onUndo={putBackAt(garment.id)}
        />
      ))}
    </Cards>
  )
}

type SavedItemProps = { garment: ProductSummary; isSaved: boolean; onUndo: () => void }

function SavedItem({ garment, isSaved, onUndo }: SavedItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const wasSaved = useRef(isSaved)

  // The pressed button has disappeared, and the focus with it.
  useLayoutEffect(() => {
    if (wasSaved.current === isSaved) return
    wasSaved.current = isSaved
    const isLost = document.activeElement === document.body
    if (isLost) item.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [isSaved])

  return (
    <li ref={item}>
      {isSaved ? (
        <ProductCard heading="h2" product={garment} sizes="(width >= 64rem) 22vw, (width >= 48rem) 30vw, 45vw" />
      ) : (
        <CardRoom className="border border-edge border-dashed">
          <p id={`removed-${garment.id}`} className="wrap-any text-ink-soft leading-snug">
            {garment.name} is no longer saved.
          </p>
          <TextButton onClick={onUndo} aria-describedby={`removed-${garment.id}`} className="mt-1">
            Undo
          </TextButton>
        </CardRoom>
      )}
    </li>
  )
}

function Loading({ count }: { count: number }) {
  return (
    <div role="status">
      <span className="sr-only">Loading your saved garments</span>
      <Cards>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are the same
          <li key={index} aria-hidden="true">
            <CardRoom className="bg-paper-deep" />
          </li>
        ))}
      </Cards>
    </div>
  )
}

function Cards({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-2 gap-x-[clamp(0.875rem,2.6vw,2.75rem)] gap-y-10 md:grid-cols-3 lg:grid-cols-4">
      {children}
    </ul>
  )
}

/** The room of a card: its picture, and some lines below it. */
function CardRoom({ className, children }: { className: string; children?: ReactNode }) {
  return (
    <div className="pb-20">
      <div className={`flex aspect-3/4 flex-col items-center justify-center p-4 text-center ${className}`}>
        {children}
      </div>
    </div>
  )
}
