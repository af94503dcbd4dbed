import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { buttonLook } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { fetchGarments } from '../fetch-garments.ts'
import { ProductCard } from '../product-card.tsx'
import type { ProductSummary } from '../product-summary.ts'
import { putBack, savedGarments } from '../stored-garments.ts'

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

/** The saved garments while there are none: a heart in running stitch, and a link to the shop. */
function NothingSaved() {
  return (
    <div className="max-w-2xl">
      <svg viewBox="0 0 96 84" aria-hidden="true" className="w-20 fill-none stroke-mulberry">
        <path
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeDasharray="6 4.5"
          d="M48 79C37 69 5 49 5 26 5 13 14 5 25 5c10 0 18 6 23 15C53 11 61 5 71 5c11 0 20 8 20 21 0 23-32 43-43 53z"
        />
      </svg>
      <p className="mt-7 font-serif text-title leading-tight">Nothing saved yet</p>
      <p className="measure mt-3 text-ink-soft">
        Tap the heart on a garment you’d like to come back to, and you’ll find it here.
      </p>
      <Link to="/shop" className={buttonLook('line', 'mt-8')}>
        See the garments
      </Link>
    </div>
  )
}

type Loaded = {
  /** The ids saved now. */
  saved: readonly string[]
  /** The ids saved now or earlier in this visit, in order; null before the browser's list is read. */
  listed: readonly string[] | null
  /** The public garments of `listed`; null while they load. */
  garments: ProductSummary[] | null
  hasFailed: boolean
  retry: () => void
}

/** The saved garments as the shop has them now. A removed one stays in the list, so that it can be put back. */
function useSavedGarments(): Loaded {
  const saved = useStoredValue(savedGarments)
  const [listed, setListed] = useState<string[] | null>(null)
  const [garments, setGarments] = useState<ProductSummary[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the value of the first render is not the browser's.
  useEffect(() => setListed((before) => withNew(before, savedGarments.get())), [saved])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again.
  useEffect(() => {
    if (!listed) return
    const leaving = new AbortController()
    fetchGarments(listed, leaving.signal).then(
      (found) => {
        setGarments(found)
        setFailed(false)
      },
      () => leaving.signal.aborted || setFailed(true),
    )
    return () => leaving.abort()
  }, [listed, attempt])

  function retry(): void {
    setFailed(false)
    setAttempt((count) => count + 1)
  }
  return { saved, listed, garments, hasFailed, retry }
}

function withNew(before: string[] | null, ids: string[]): string[] {
  const more = before ? ids.filter((id) => !before.includes(id)) : ids
  return before && more.length === 0 ? before : [...more, ...(before ?? [])]
}
