import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { fileInputLook, readTextFile } from '#admin/text-file.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import type { PostResponse } from '#platform/http/contract.ts'
import { FieldFrame } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

const key = ['etsy-reviews']
type Preview = PostResponse<'preview-etsy-reviews'>

/** The shop's reviews on Etsy: shown all together, or not at all. */
export function EtsyReviewsSection() {
  const client = useQueryClient()
  const { data: shown } = useQuery({ queryKey: key, queryFn: () => read('etsy-reviews') })
  const onSettled = () => client.invalidateQueries({ queryKey: key })
  const check = useMutation({ mutationFn: (json: string) => call('preview-etsy-reviews', { json }) })
  const show = useMutation({ mutationFn: (json: string) => call('show-etsy-reviews', { json }), onSettled })
  const hide = useMutation({ mutationFn: () => call('remove-etsy-reviews'), onSettled })
  const [json, setJson] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState('')
  /** A new field, empty. */
  const [turn, setTurn] = useState(0)
  const isBusy = check.isPending || show.isPending || hide.isPending

  async function orProblem(work: () => Promise<unknown>) {
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(toRequestError(error).message)
    }
  }

  async function takeFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    setPreview(null)
    if (!file) return setProblem('')
    const text = await readTextFile(file)
    setJson(text)
    await orProblem(async () => setPreview(await check.mutateAsync(text)))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !preview) return
    await orProblem(async () => {
      const { shown: count } = await show.mutateAsync(json)
      close()
      await toast({ title: 'Saved', description: reviewsOf(count), tone: 'success', about: 'imports' })
    })
  }

  async function remove() {
    if (isBusy) return
    await orProblem(async () => {
      const { removed } = await hide.mutateAsync()
      await toast({ title: 'Removed', description: reviewsOf(removed), tone: 'success', about: 'imports' })
    })
  }

  function close() {
    setPreview(null)
    setTurn(turn + 1)
  }

  return (
    <section aria-labelledby="etsy-reviews" className="mt-12 max-w-[44rem]">
      <h2 id="etsy-reviews" className="text-title leading-tight">
        Your reviews on Etsy
      </h2>
      <p className="mt-3">
        They are shown together, as “reviewed on Etsy, March 2025”, wherever a page has the live part “Your reviews on
        Etsy”: add it to About, or to a page of its own, in{' '}
        <Link to="/admin/pages" className="link text-mulberry">
          Pages
        </Link>
        . Choosing among them would be unlawful, so it is all or none, and they never count in the stars of a garment.
      </p>
      <form onSubmit={submit} noValidate className="mt-5 grid gap-y-6">
        <FieldFrame
          key={turn}
          label="reviews.json"
          hint="From Etsy: Settings, Privacy, Request your data. Names and order numbers in it are not kept."
          error={problem}
        >
          {(bound) => (
            <input
              {...bound}
              type="file"
              accept=".json,application/json"
              onChange={takeFile}
              className={fileInputLook}
            />
          )}
        </FieldFrame>
        {preview && <ReviewsPreview preview={preview} />}
        {preview && preview.count > 0 && (
          <FormActions label={`Show all ${preview.count}`} busyLabel="Saving…" busy={isBusy} onCancel={close} />
        )}
      </form>
      {shown && shown.count > 0 && (
        <p className="mt-4 flex flex-wrap items-baseline gap-x-7">
          <span>{`${reviewsOf(shown.count)} from Etsy can be shown, ${shown.average.toFixed(1)} of 5 stars on average.`}</span>
          <TextButton onClick={remove} aria-disabled={isBusy}>
            Remove them all
          </TextButton>
        </p>
      )}
    </section>
  )
}

function ReviewsPreview({ preview }: { preview: Preview }) {
  const { count, average, by_stars: byStars, without_words: withoutWords, unread } = preview
  const stars = byStars.map((many, at) => `${at + 1} ${at === 0 ? 'star' : 'stars'}: ${many}`).toReversed()
  return (
    <section aria-labelledby="reviews-preview">
      <h3 id="reviews-preview" ref={focusNow} tabIndex={-1} className="font-serif text-name leading-tight outline-none">
        {reviewsOf(count)}
      </h3>
      {count > 0 && (
        <p className="mt-2 text-ink-soft text-small">
          {`${average.toFixed(1)} of 5 stars on average (${stars.join(', ')}). `}
          {withoutWords > 0 && `${withoutWords} without words. `}
          Reviews that you showed before are replaced.
        </p>
      )}
      {unread.length > 0 && (
        <ul className="mt-2 text-small">
          {unread.slice(0, 20).map(({ entry, why }) => (
            <li key={entry}>{`Entry ${entry} cannot be shown: ${why}`}</li>
          ))}
          {unread.length > 20 && <li>{`and ${unread.length - 20} more`}</li>}
        </ul>
      )}
    </section>
  )
}

function reviewsOf(count: number): string {
  return count === 1 ? 'One review' : `${count} reviews`
}
