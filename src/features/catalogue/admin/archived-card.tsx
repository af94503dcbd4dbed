import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatFullDay } from '#base/calendar-day.ts'
import { formatPence, penceFromPounds } from '#base/money.ts'
import { shopDate } from '#base/shop-clock.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { checked } from '../field-kinds.ts'
import { mainPicture } from '../product.ts'
import { slugProblem } from '../slug.ts'
import { cardId } from './product-card.tsx'
import type { ArchivedProduct } from './products.contract.ts'
import type { RestoreOutcome } from './restore-product.ts'

type ArchivedCardProps = { product: ArchivedProduct; restore: (slug: string) => Promise<RestoreOutcome> }

/** A deleted product. If another product has taken its slug, the card requests a new one. */
export function ArchivedCard({ product, restore }: ArchivedCardProps) {
  const { id, name, slug, price, deleted_at } = product
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
    <li className="min-w-0">
      <article
        aria-labelledby={cardId(id)}
        className="grid h-full grid-cols-[min(6.5rem,37%)_minmax(0,1fr)] gap-x-4 border-line border-b pb-4 sm:flex sm:flex-col"
      >
        <div className="overflow-hidden bg-paper-deep opacity-55 grayscale-60 max-sm:self-start">
          <ProductPicture
            picture={mainPicture(product)}
            sizes="(width >= 64rem) 28vw, (width >= 34rem) 46vw, 7rem"
            className="aspect-3/4 object-cover sm:aspect-4/5"
          />
        </div>
        <div className="flex min-w-0 grow flex-col text-ink-soft sm:pt-3.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 sm:flex-nowrap">
            <h3
              id={cardId(id)}
              ref={heading}
              tabIndex={-1}
              className="wrap-any line-clamp-3 text-name leading-[1.12] outline-none"
            >
              {name}
            </h3>
            <p className="price">{formatPence(penceFromPounds(price))}</p>
          </div>
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
            <form
              onSubmit={handleSubmit(({ slug }) => restoreAs(slug))}
              noValidate
              className="mt-3 grid gap-y-3 text-ink"
            >
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
        </div>
      </article>
    </li>
  )
}

const slugSchema = z.object({
  slug: checked(z.string().trim(), (slug) => {
    return slug ? slugProblem(slug) : 'Please enter an address, such as mary-dress.'
  }),
})
