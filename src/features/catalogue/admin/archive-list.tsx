import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatFullDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { focusBeside } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { checked } from '../field-kinds.ts'
import { slugProblem } from '../slug.ts'
import { PagedCards } from './paged-cards.tsx'
import { CardFrame } from './product-card.tsx'
import {
  type ProductFilter,
  type RestoreOutcome,
  restoreNotice,
  useArchive,
  useRestoreProduct,
} from './product-queries.ts'
import type { ArchivedProduct } from './products.contract.ts'

type ArchiveListProps = { filter: ProductFilter; heading: RefObject<HTMLHeadingElement | null> }

/** The deleted products, each with a button that restores it. `heading`: of the tab. */
export function ArchiveList({ filter, heading }: ArchiveListProps) {
  const archive = useArchive(filter.q)
  const restoration = useRestoreProduct()
  const list = useRef<HTMLUListElement>(null)

  async function restore(product: ArchivedProduct, slug: string) {
    const outcome = await restoration.mutateAsync({ id: product.id, slug })
    // The card requests another slug.
    if (outcome.kind === 'slug_taken') return outcome
    const at = archive.data?.rows.indexOf(product) ?? -1
    if (outcome.kind === 'restored') focusBeside(list.current, at, heading.current)
    await toast(restoreNotice(product.name, outcome))
    return outcome
  }

  const intro = (
    <p className="max-w-[38em] pb-7 text-ink-soft">
      Customers don’t see these. A restored product keeps its pictures and details, and is inactive until you make it
      active.
    </p>
  )
  return (
    <PagedCards
      {...{ filter, list, intro }}
      query={archive}
      names={{ list: 'Archived products', all: 'archive', one: 'archived product', many: 'archived products' }}
      problemOf={({ message }) => message}
      card={(product) => <ArchivedCard key={product.id} product={product} restore={(slug) => restore(product, slug)} />}
    />
  )
}

type ArchivedCardProps = { product: ArchivedProduct; restore: (slug: string) => Promise<RestoreOutcome> }

/** A deleted product. If another product has taken its slug, the card requests a new one. */
function ArchivedCard({ product, restore }: ArchivedCardProps) {
  const { name, slug, deleted_at } = product
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState(false)
  // The slug of this product is taken, so the card has a form for another one.
  const [isTaken, setTaken] = useState(false)
  const { register, reset, setError, clearErrors, setFocus, handleSubmit, formState } = useForm({
    resolver: zodResolver(slugSchema),
    defaultValues: { slug: '' },
  })
  useEffect(() => {
    if (isTaken) setFocus('slug')
  }, [isTaken, setFocus])

  async function restoreAs(wanted: string) {
    if (busy) return
    setBusy(true)
    const outcome = await restore(wanted)
    setBusy(false)
    if (outcome.kind !== 'slug_taken') return
    setTaken(true)
    reset({ slug: outcome.freeSlug })
    setError('slug', { message: outcome.words })
  }

  return (
    <CardFrame product={product} active={false} heading={heading}>
      <p className="wrap-any mt-1 text-small leading-snug">/product/{slug}</p>
      <p className="mt-1 text-small leading-snug">Deleted {formatFullDay(shopDate(new Date(deleted_at)))}</p>
      {!isTaken ? (
        <TextButton
          onClick={() => restoreAs(slug)}
          aria-disabled={busy}
          aria-label={`Restore ${name}`}
          className="mt-auto self-start pt-1.5"
        >
          {busy ? 'Restoring…' : 'Restore'}
        </TextButton>
      ) : (
        <form onSubmit={handleSubmit(({ slug }) => restoreAs(slug))} noValidate className="mt-3 grid gap-y-3 text-ink">
          <Field
            label="New URL Slug"
            {...register('slug', { onChange: () => clearErrors() })}
            error={formState.errors.slug?.message}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Button type="submit" tone="line" aria-disabled={busy}>
              {busy ? 'Restoring…' : 'Restore'}
            </Button>
            <TextButton
              onClick={() => {
                setTaken(false)
                heading.current?.focus()
              }}
            >
              Cancel
            </TextButton>
          </p>
        </form>
      )}
    </CardFrame>
  )
}

const slugSchema = z.object({
  slug: checked(z.string().trim(), (slug) => {
    return slug ? slugProblem(slug) : 'Please enter an address, such as mary-dress.'
  }),
})
