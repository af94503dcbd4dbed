import { useEffect } from 'react'
import { counted } from '#base/counts.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { productsUrl } from '../../admin/product-queries.ts'
import type { ListedImport } from '../move-in.contract.ts'
import { nameOfFormat } from './listings-preview.tsx'
import { useImports, useRetryPictures, useUndoListings } from './move-in-queries.ts'

const problems = {
  address_invalid: 'Its address is not a plain web address.',
  address_private: 'Its address is inside a private network.',
  not_found: 'It is no longer there.',
  refused: 'The other shop did not give it.',
  redirects: 'Its address leads on and on.',
  too_large: 'It is larger than 20 MB or 40 megapixels.',
  timeout: 'It took too long.',
  unreachable: 'The other shop could not be reached.',
  no_picture: 'It is no picture that the shop can show.',
} as const satisfies Record<ListedImport['failed'][number]['problem'], string>

/** The imports so far: how many pictures have arrived, what failed, and the undo. `onUndone`: a preview is out of date. */
export function ImportsList({ onUndone }: { onUndone: () => void }) {
  const { data: imports, error, refetch } = useImports()
  useEffect(prepareToasts, [])
  if (error && !imports)
    return <CouldNotLoad problem={`The imports couldn’t be loaded. ${error.message}`} onRetry={refetch} />
  if (!imports || imports.length === 0) return null
  return (
    <section aria-labelledby="imports" className="mt-12 max-w-[44rem]">
      <h2 id="imports" className="text-title leading-tight">
        Imports so far
      </h2>
      <ul aria-labelledby="imports" className="mt-4 border-line border-t">
        {imports.map((one) => (
          <ImportEntry key={one.id} one={one} onUndone={onUndone} />
        ))}
      </ul>
    </section>
  )
}

function ImportEntry({ one, onUndone }: { one: ListedImport; onUndone: () => void }) {
  const { id, at, format, made, left, untouched, pictures, failed } = one
  const undo = useUndoListings()
  const retry = useRetryPictures()
  const all = pictures.waiting + pictures.stored + pictures.failed
  const isBusy = undo.isPending || retry.isPending

  async function press(work: () => Promise<{ title: string; description: string }>) {
    if (isBusy) return
    try {
      await toast({ ...(await work()), tone: 'success', about: 'imports' })
    } catch (error) {
      const description = toRequestError(error).message
      await toast({ title: 'That didn’t work', description, tone: 'error', about: 'imports' })
    }
  }

  const remove = () =>
    press(async () => {
      const { removed, kept } = await undo.mutateAsync(id)
      onUndone()
      const stays =
        kept > 0
          ? ` ${counted(kept, 'garment', 'garments')} changed or published since ${kept === 1 ? 'stays' : 'stay'}.`
          : ''
      return {
        title: 'Undone',
        description: `${counted(removed, 'garment', 'garments')} moved to the archive.${stays}`,
      }
    })
  const again = () =>
    press(async () => {
      const { pictures: count } = await retry.mutateAsync(id)
      return { title: 'Trying again', description: `${counted(count, 'picture', 'pictures')} will be fetched again.` }
    })

  return (
    <li className="border-line border-b py-5">
      <p className="font-serif text-name leading-tight">{`${nameOfFormat(format)}: ${counted(made, 'garment', 'garments')}`}</p>
      <p className="mt-1 text-ink-soft text-small">
        {formatShopTime(at)}
        {left < made && ` · ${made - left} deleted since`}
        {left > untouched && ` · ${left - untouched} changed or published since`}
      </p>
      {all > 0 && (
        <p role="status" className="mt-2 text-small">
          {pictures.waiting > 0
            ? `${pictures.stored} of ${counted(all, 'picture', 'pictures')} fetched, ${pictures.waiting} on the way. You can leave this page.`
            : `${counted(pictures.stored, 'picture', 'pictures')} fetched.`}
          {pictures.failed > 0 && ` ${counted(pictures.failed, 'picture', 'pictures')} could not be fetched.`}
        </p>
      )}
      {failed.length > 0 && (
        <details className="mt-1 text-small">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-mulberry">
            <span className="link">Which, and why</span>
          </summary>
          <ul className="mt-1 grid gap-y-2">
            {failed.map(({ garment, address, problem }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an address may be there twice.
              <li key={at} className="wrap-any">
                {`${garment}: ${problems[problem]} `}
                <span className="text-ink-soft">{address}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="mt-1 flex flex-wrap gap-x-7">
        {untouched > 0 && (
          <Link
            to={productsUrl({ part: 'inactive', q: '' })}
            className="inline-flex min-h-11 items-center text-mulberry"
          >
            <span className="link">See the hidden garments</span>
          </Link>
        )}
        {pictures.failed > 0 && (
          <TextButton onClick={again} aria-disabled={isBusy}>
            {`Fetch ${pictures.failed === 1 ? 'it' : `the ${pictures.failed}`} again`}
          </TextButton>
        )}
        {untouched > 0 && (
          <TextButton onClick={remove} aria-disabled={isBusy}>
            {`Undo: remove ${counted(untouched, 'hidden garment', 'hidden garments')}`}
          </TextButton>
        )}
      </p>
    </li>
  )
}
