import { useId, useState } from 'react'
import { parseHeight, wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { PhotographsField, usePhotographs } from '#features/orders/returns/photographs-field.tsx'
import { call } from '#platform/client/functions.ts'
import { sendForm } from '#platform/client/send-form.ts'
import { chosenIn, useEarlyChoice } from '#ui/early-choice.ts'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'
import {
  fitLabels,
  fits,
  longestName,
  longestWords,
  mostPhotographs,
  reviewConsent,
  reviewPhotographs,
} from '../review.ts'
import type { ReviewLine } from '../reviews.contract.ts'
import { Star } from '../stars.tsx'

/** The fields at which a refusal of the server is shown. */
const fields = ['stars', 'fit', 'words', 'height_cm', 'name', 'photographs', 'consent']

type Props = {
  token: string
  line: ReviewLine
  /** The name to show, where the customer has given none. */
  firstName: string
  onSent: () => Promise<void>
  /** Null: there is no other state of the review to go back to. */
  onLeave: (() => void) | null
}

/** The form for the review of one garment. `token`: of the review link. */
export function ReviewForm({ token, line, firstName, onSent, onLeave }: Props) {
  const { review } = line
  const id = useId()
  const reserve = () => call('review-photograph', { token, line: line.id })
  const photos = usePhotographs({ bucket: reviewPhotographs, reserve }, review?.photographs)
  const form = usePlainForm<string>(async (typed) => {
    if (photos.left > 0) return { form: 'Your photographs are still uploading. Please wait a moment.' }
    const typedHeight = typed.height_cm?.trim() ?? ''
    const height = parseHeight(typedHeight)
    if (typedHeight !== '' && height === null) return { height_cm: wrongHeight }
    const typedReview = {
      token,
      line: line.id,
      stars: typed.stars === undefined ? null : Number(typed.stars),
      fit: typed.fit,
      words: typed.words ?? '',
      height_cm: height,
      name: typed.name ?? '',
      photographs: photos.names,
      consent: typed.consent !== undefined,
    }
    const wrong = await sendForm('save-review', typedReview, { fields })
    if (!wrong) await onSent()
    return wrong
  })
  const { errors } = form
  const knownHeight = review ? review.height_cm : line.height_cm
  return (
    <PlainForm form={form}>
      <StarsField initial={review?.stars ?? null} error={errors.stars} />
      <fieldset aria-describedby={`${id}-fit`}>
        <legend className="label text-ink-soft">How did the size come up?</legend>
        <div className="mt-1 flex flex-wrap gap-x-7">
          {fits.map((fit) => (
            <label key={fit} className="flex min-h-11 cursor-pointer items-center gap-x-3">
              <input
                type="radio"
                name="fit"
                value={fit}
                defaultChecked={review?.fit === fit}
                aria-invalid={errors.fit ? true : undefined}
                className="size-4 shrink-0 accent-mulberry"
              />
              {fitLabels[fit]}
            </label>
          ))}
        </div>
        <p id={`${id}-fit`} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
          {errors.fit}
        </p>
      </fieldset>
      <FieldFrame
        label="Your review"
        hint="How it fits, feels and wears. Please leave out addresses, telephone numbers and other people’s names."
        error={errors.words}
      >
        {(bound) => (
          <textarea
            dir="auto"
            {...bound}
            name="words"
            rows={4}
            {...limitCharacters(longestWords)}
            defaultValue={review?.words ?? ''}
            className={`mt-1 ${inputLook} field-sizing-content max-h-[30rem] min-h-32 resize-y leading-[1.5]`}
          />
        )}
      </FieldFrame>
      <PhotographsField
        photos={photos}
        most={mostPhotographs}
        hint={`Up to ${mostPhotographs}, if you like. They’re shown with your review, without any location data.`}
        error={errors.photographs}
      />
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <Field
          label="Your height (optional)"
          name="height_cm"
          maxLength={20}
          autoComplete="off"
          placeholder="168 cm or 5 ft 6"
          defaultValue={knownHeight ? `${knownHeight} cm` : ''}
          hint="It helps others to picture the length."
          error={errors.height_cm}
        />
        <Field
          label="Name to show"
          name="name"
          {...limitCharacters(longestName)}
          autoComplete="given-name"
          defaultValue={review?.name ?? firstName}
          hint="A first name or initials are enough."
          error={errors.name}
        />
      </div>
      <div>
        <label className="flex min-h-11 cursor-pointer items-start gap-x-3">
          <input
            type="checkbox"
            name="consent"
            defaultChecked={review !== null}
            aria-invalid={errors.consent ? true : undefined}
            aria-describedby={`${id}-consent`}
            className="mt-1 size-5 shrink-0 cursor-pointer accent-mulberry"
          />
          <span className="max-w-[34em]">{reviewConsent}</span>
        </label>
        <p id={`${id}-consent`} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
          {errors.consent}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-x-7 gap-y-2">
        <SubmitButton form={form} busy="Sending…">
          {review ? 'Send the changes' : 'Send my review'}
        </SubmitButton>
        {onLeave && !form.busy && <TextButton onClick={onLeave}>Keep it as it was</TextButton>}
      </div>
    </PlainForm>
  )
}

const meanings = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

/** One to five stars: radio buttons, drawn as stars, with the meaning of the choice beside them. */
function StarsField({ initial, error }: { initial: number | null; error: string | undefined }) {
  const id = useId()
  const [chosen, setChosen] = useState(initial)
  const group = useEarlyChoice<HTMLFieldSetElement>((fieldset) => {
    const early = chosenIn(fieldset)
    if (early) setChosen(Number(early))
  })
  return (
    <fieldset ref={group} aria-describedby={`${id}-error`}>
      <legend className="label text-ink-soft">Stars</legend>
      <div className="mt-1 flex flex-wrap items-center gap-x-4">
        <div className="flex">
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              className="flex size-11 cursor-pointer items-center justify-center text-[1.5rem] text-mulberry has-focus-visible:outline-2 has-focus-visible:outline-mulberry"
            >
              <input
                type="radio"
                name="stars"
                value={stars}
                checked={chosen === stars}
                onChange={() => setChosen(stars)}
                aria-invalid={error ? true : undefined}
                className="sr-only"
              />
              <Star isFilled={stars <= (chosen ?? 0)} />
              <span className="sr-only">{`${stars} of 5, ${meanings[stars - 1]?.toLowerCase()}`}</span>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-ink-soft">
          {chosen === null ? 'Choose one to five' : meanings[chosen - 1]}
        </span>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
