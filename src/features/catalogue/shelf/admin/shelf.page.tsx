import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronsUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { OrderButtons, SortableList, useSortableEntry } from '#admin/sortable-list.tsx'
import { useGarmentSettings, useSaveGarmentSetting } from '#features/settings/admin/settings-queries.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { dataOf, toRequestError } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { pictureAt } from '#ui/picture.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { productsKey } from '../../admin/product-api.ts'
import { type ProductRow, picturesOf } from '../../product.schema.ts'
import { inShelfOrder, moved } from '../shelf.ts'
import { KindsSection } from './kinds-section.tsx'

type Garment = Pick<ProductRow, 'id' | 'name' | 'pictures' | 'image_url'>

/** The active garments in the order of the shop page's "Featured", which the owner changes by dragging. */
export default function ShelfPage() {
  const { garments, save, problem, refetch } = useShelf()
  useEffect(prepareToasts, [])
  const keys = (garments ?? []).map(({ id }) => id)
  function move(key: string, to: number) {
    const name = garments?.find(({ id }) => id === key)?.name ?? ''
    save({ keys: moved(keys, key, to), before: keys, said: `${name} is number ${to + 1}.` })
  }
  return (
    <div className="pt-[clamp(1rem,3vw,2.5rem)] pb-8">
      <p className="max-w-[40em] text-ink-soft">
        Drag a garment to its place, or use its arrows. The shop shows this order at once, unless a shopper sorts by
        price or by newest. A new garment comes last until you move it.
      </p>
      <p>
        <Link to="/shop" className="inline-flex min-h-11 items-center">
          <span className="link">See the shop</span>
        </Link>
      </p>
      {!garments && problem && <CouldNotLoad problem={`The shelf couldn’t be loaded. ${problem}`} onRetry={refetch} />}
      {!garments && !problem && <LoadingSkeleton label="Loading the shelf" count={6} />}
      {garments?.length === 0 && <p className="mt-4 text-lead">No garment is active yet.</p>}
      {garments && garments.length > 0 && (
        <SortableList
          keys={keys}
          label="The shelf in order"
          noun="garment"
          onMove={move}
          className="mt-2 max-w-[44rem] border-line border-t"
        >
          {garments.map((garment, place) => (
            <ShelfEntry key={garment.id} garment={garment} place={place} count={keys.length} onMove={move} />
          ))}
        </SortableList>
      )}
      <KindsSection />
    </div>
  )
}

type ShelfEntryProps = { garment: Garment; place: number; count: number; onMove: (key: string, to: number) => void }

function ShelfEntry({ garment, place, count, onMove }: ShelfEntryProps) {
  const { ref, style, isDragging, handle } = useSortableEntry(garment.id)
  const [picture] = picturesOf(garment)
  return (
    <li
      ref={ref}
      style={style}
      className={`flex flex-wrap items-center gap-x-3 border-line border-b py-1.5 ${isDragging ? 'relative z-10 bg-paper shadow-lift' : ''}`}
    >
      <span className="lining-nums tabular-nums w-7 text-right text-ink-soft text-small max-sm:hidden">
        {place + 1}
      </span>
      <span className="h-14 w-[2.625rem] shrink-0 bg-paper-deep">
        {picture && <img src={pictureAt(picture.url, 160)} alt="" loading="lazy" className="size-full object-cover" />}
      </span>
      <span className="wrap-any min-w-0 flex-1 leading-tight">{garment.name}</span>
      <span className="-mr-3 flex">
        <OrderButtons
          name={garment.name}
          place={place}
          count={count}
          handle={handle}
          onMove={(to) => onMove(garment.id, to)}
        />
        <IconButton
          label={`Move ${garment.name} to the front`}
          tip="To the front"
          aria-disabled={place === 0}
          onClick={() => place > 0 && onMove(garment.id, 0)}
        >
          <ChevronsUp aria-hidden="true" strokeWidth={1.25} className="size-5" />
        </IconButton>
      </span>
    </li>
  )
}

type Change = { keys: string[]; before: string[]; said: string | null }

/** The active garments in their order, and `save`, which shows a new order at once and saves it, one after another. */
function useShelf() {
  const settings = useGarmentSettings()
  const products = useQuery({ queryKey: [...productsKey, 'shelf'], queryFn: readGarments })
  const saveSetting = useSaveGarmentSetting()
  const [shown, setShown] = useState<string[] | null>(null)
  const { mutate } = useMutation({
    scope: { id: 'shelf' },
    mutationFn: ({ keys, before, said }: Change) =>
      saveSetting('shelf', keys, {
        title: said === null ? 'Undone' : 'Moved',
        description: said ?? 'The shelf is as it was.',
        ...(said !== null && {
          action: { label: 'Undo', onPress: () => save({ keys: before, before: keys, said: null }) },
        }),
      }),
    onError(error) {
      const { message } = toRequestError(error)
      void toast({ title: 'Not moved', description: message, tone: 'error', about: 'setting-shelf' })
    },
    // A later change has set its own order meanwhile.
    onSettled: (_, __, { keys }) => setShown((now) => (now === keys ? null : now)),
  })
  function save(change: Change) {
    setShown(change.keys)
    mutate(change)
  }
  const order = shown ?? settings.data?.shelf.value
  const error = settings.error ?? products.error
  return {
    garments: products.data && order ? inShelfOrder(products.data, order, ({ id }) => id) : null,
    problem: error && toRequestError(error).message,
    refetch: () => void Promise.all([settings.refetch(), products.refetch()]),
    save,
  }
}

/** The active garments, oldest first. */
async function readGarments(): Promise<Garment[]> {
  const backend = await loadBackend()
  return backend
    .from('products')
    .select('id,name,pictures,image_url')
    .eq('active', true)
    .order('created_at')
    .order('id')
    .then(dataOf) as Promise<Garment[]>
}
