import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import type { Product, ShownProduct } from '#features/catalogue/product.ts'
import { printedSize, type SizeAdvice, ukSize } from '#features/catalogue/sizes/size.ts'
import { measurementWords } from '#features/catalogue/sizes/size-advice-labels.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { useLayer } from '#ui/layers.ts'
import { Rule } from '#ui/rule.tsx'
import { HemOnHer } from './hem-on-her.tsx'
import { type LastSize, useLastSizes } from './last-sizes.ts'
import { SizeFinder } from './size-finder.tsx'
import { storedHeel, storedHeight } from './stored-size.ts'

type FitProps = { sizes: readonly string[]; onChoose: (size: string) => void }

type FitRowProps = Pick<FitProps, 'onChoose'> & {
  kept: SizeAdvice | null
  product: Pick<ShownProduct, 'kind' | 'sizes'>
  isHemmed: boolean
  chosen: string | null
  onMeasure: () => void
}

/** One line of help with the size: the customer's last size, else the size of their measurements, else the finder. */
export function FitRow({ kept, product: { kind, sizes }, isHemmed, ...rest }: FitRowProps) {
  const last = useLastSizes()?.find((each) => each.kind === kind && sizes.includes(each.size))
  if (last) return <LastTime last={last} isHemmed={isHemmed} {...rest} />
  if (kept) return <FitOffer kept={kept} sizes={sizes} {...rest} />
  return (
    <>
      <span className="text-ink-soft text-small">Between two sizes?</span>
      <button type="button" onClick={rest.onMeasure} className="inline-flex min-h-11 items-center text-small">
        <span className="link">Find your size</span>
      </button>
    </>
  )
}

type LastTimeProps = Pick<FitRowProps, 'isHemmed' | 'chosen' | 'onChoose' | 'onMeasure'> & { last: LastSize }

/** Size and height of the customer's last garment of this kind, in one press. */
function LastTime({
  last: { size, height_cm, heel_cm, garment },
  isHemmed,
  chosen,
  onChoose,
  onMeasure,
}: LastTimeProps) {
  const [heightCm, heelCm] = [useStoredValue(storedHeight), useStoredValue(storedHeel)]
  const height = isHemmed ? height_cm : null
  const isHemSame = height === null || (heightCm === height && heelCm === (heel_cm ?? 0))
  const isChosen = chosen === size && isHemSame

  function take() {
    onChoose(size)
    if (height === null) return
    storedHeight.update(() => height)
    storedHeel.update(() => heel_cm ?? 0)
  }

  return (
    <>
      <p className="min-w-0 grow basis-40 text-small leading-snug">
        Last time: <strong className="font-medium text-body">{ukSize(size)}</strong>
        {height !== null && `, ${height} cm`}
        <span className="flex gap-x-2 text-ink-soft">
          <span className="truncate">{garment}</span>
          <button type="button" onClick={onMeasure} className="min-h-6 shrink-0 text-ink">
            <span className="link">Find your size</span>
          </button>
        </span>
      </p>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={take}
        className="label min-h-11 shrink-0 border border-edge px-4 hover:border-mulberry hover:text-mulberry aria-pressed:border-mulberry aria-pressed:text-mulberry"
      >
        {isChosen ? 'Chosen' : 'Same again'}
      </button>
    </>
  )
}

/** Offers the customer's size by their stored measurements; only a press chooses it. */
function FitOffer({
  kept,
  sizes,
  chosen,
  onChoose,
  onMeasure,
}: FitProps & { kept: SizeAdvice; chosen: string | null; onMeasure: () => void }) {
  const { size, bust, waist, hips, unit } = kept
  const isMade = sizes.includes(size)
  return (
    <>
      <p className="min-w-0 grow basis-40 text-small leading-snug">
        {isMade ? (
          <>
            Your size here: <strong className="font-medium text-body">{ukSize(size)}</strong>
          </>
        ) : (
          <>Your size would be {printedSize(size)}, which we don’t make in this garment.</>
        )}
        <span className="block text-ink-soft">
          {isMade ? (
            `from your measurements of ${bust}, ${waist} and ${hips} ${unit}`
          ) : (
            <a href={`mailto:${shop.email}?subject=Size%20advice`} className="link">
              Ask us if we can
            </a>
          )}{' '}
          <button type="button" onClick={onMeasure} className="min-h-6 text-ink">
            <span className="link">Change</span>
          </button>
        </span>
      </p>
      {isMade && (
        <button
          type="button"
          aria-pressed={chosen === size}
          onClick={() => onChoose(size)}
          className="label min-h-11 shrink-0 border border-edge px-4 hover:border-mulberry hover:text-mulberry aria-pressed:border-mulberry aria-pressed:text-mulberry"
        >
          {chosen === size ? 'Chosen' : 'Choose it'}
        </button>
      )}
    </>
  )
}

type SendMeasurementsProps = { kept: SizeAdvice; sending: boolean; onSend: (sending: boolean) => void }

/** The checkbox that sends the measurements with the garment, with all of them listed. */
export function SendMeasurements({ kept, sending, onSend }: SendMeasurementsProps) {
  return (
    <label className="mt-3 flex cursor-pointer items-start gap-x-3 border-line border-l-2 pl-4 text-small leading-snug">
      <input
        type="checkbox"
        checked={sending}
        onChange={(event) => onSend(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-mulberry"
      />
      <span>
        Send my measurements with it
        <span className="mt-0.5 block text-ink-soft first-letter:uppercase">
          {measurementWords(kept)}. We use them only to check your size before we cut. You can remove them in the cart.
        </span>
      </span>
    </label>
  )
}

/**
 * The size finder as a dialog, with the garment on a woman of the customer's height beside it. A result is stored;
 * Escape, Back and the close button change nothing.
 */
export function FitDialog({
  product: { name, sizes, measures },
  isHemmed,
  onChoose,
  onClose,
}: Pick<FitProps, 'onChoose'> & {
  product: Pick<Product, 'name' | 'sizes' | 'measures'>
  isHemmed: boolean
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayer(true, () => dialog.current?.close())

  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[name=bust]')?.focus()
  }, [])

  function choose(size: string) {
    onChoose(size)
    dialog.current?.close()
  }

  function closed() {
    onClose()
    // The focused element may have disappeared after a size was found or cleared.
    const active = document.activeElement
    if (active === document.body || active?.closest('dialog'))
      document.querySelector<HTMLElement>('#sizes input')?.focus()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="fit-title"
      onClose={closed}
      className={`m-auto ${measures ? 'w-[min(66rem,calc(100vw-1.5rem))] lg:max-w-none' : 'w-[min(34rem,calc(100vw-1.5rem))]'} bg-paper px-5 py-6 text-ink shadow-dialog outline-none backdrop:bg-veil sm:px-9 sm:py-8`}
    >
      <div className="flex items-start justify-between gap-x-4">
        <h2 id="fit-title" className="text-title leading-tight">
          Find your size
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
          className="-mt-1 -mr-3 inline-flex size-11 shrink-0 items-center justify-center hover:text-mulberry"
        >
          <X aria-hidden="true" strokeWidth={1.25} className="size-6" />
        </button>
      </div>
      <p className="mt-2 text-ink-soft">
        Take three body measurements with a soft tape, not pulled tight. Between two sizes, “close” gives you the
        smaller and “flowing” the larger.
      </p>
      <Rule className="mt-5 mb-4 text-mulberry/60" />
      <div className={measures ? 'grid gap-x-14 gap-y-9 lg:grid-cols-2' : ''}>
        <div className="min-w-0">
          <SizeFinder
            offer={(size) =>
              sizes.includes(size) ? (
                <Button onClick={() => choose(size)}>Choose {printedSize(size)}</Button>
              ) : (
                <p>We don’t make this garment in {printedSize(size)}.</p>
              )
            }
          />
        </div>
        {measures && (
          <div className="min-w-0 border-line max-lg:border-t max-lg:pt-7 lg:border-l lg:pl-14">
            <HemOnHer measures={measures} name={name} isHemmed={isHemmed} />
          </div>
        )}
      </div>
    </dialog>
  )
}
