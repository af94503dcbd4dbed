import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileForm, useFileForm } from '#admin/file-form.tsx'
import { call, read } from '#platform/client/functions.ts'
import type { PostResponse } from '#platform/http/contract.ts'
import { focusNow } from '#ui/focus-now.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

const key = ['etsy-reviews']
type Preview = PostResponse<'preview-etsy-reviews'>

/** The shop's reviews on Etsy: shown all together, or not at all. */
export function EtsyReviewsSection() {
  const client = useQueryClient()
  const { data: shown } = useQuery({ queryKey: key, queryFn: () => read('etsy-reviews') })
  const form = useFileForm({
    check: (json) => call('preview-etsy-reviews', { json }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })

  async function show(json: string) {
    const { shown: count } = await call('show-etsy-reviews', { json })
    form.close()
    await toast({ title: 'Saved', description: reviewsOf(count), tone: 'success', about: 'imports' })
  }

  async function remove() {
    const { removed } = await call('remove-etsy-reviews')
    await toast({ title: 'Removed', description: reviewsOf(removed), tone: 'success', about: 'imports' })
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
      <FileForm
        form={form}
        label="reviews.json"
        hint="From Etsy: Settings, Privacy, Request your data. Names and order numbers in it are not kept."
        accept=".json,application/json"
        actionOf={({ count }) => (count > 0 ? `Show all ${count}` : null)}
        busyLabel="Saving…"
        onImport={show}
        className="mt-5"
      >
        {(preview) => <ReviewsPreview preview={preview} />}
      </FileForm>
      {shown && shown.count > 0 && (
        <p className="mt-4 flex flex-wrap items-baseline gap-x-7">
          <span>{`${reviewsOf(shown.count)} from Etsy can be shown, ${shown.average.toFixed(1)} of 5 stars on average.`}</span>
          <TextButton onClick={() => form.change(remove)} aria-disabled={form.isBusy}>
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
