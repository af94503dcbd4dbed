import type { SupabaseClient } from '@supabase/supabase-js'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { listProducts } from '#features/catalogue/product.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { getFrom, postTo } from '#platform/client/endpoints.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { garmentAt } from '#ui/form/form-page.tsx'
import { PlainForm } from '#ui/form/form-parts.tsx'
import { type PlainFormState, usePlainForm } from '#ui/form/use-plain-form.ts'
import { secretPageHeaders, unlistedTags } from '#ui/secret-page.ts'
import type { Route } from './+types/answer-delay.page.ts'
import { ChoiceView, type FoundChoice } from './choice-view.tsx'
import type { DelayChoice } from './delay-choice.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const backend = context.get(backendContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const [found, products] = await Promise.all([readDelayChoice(backend, token), listProducts(backend)])
  const ordered = typeof found === 'string' ? [] : found.garments
  const theirs = products.filter(({ slug }) => ordered.some((garment) => garment.slug === slug))
  return {
    token,
    found,
    garment: garmentAt(theirs, 0) ?? garmentAt(products, 12),
  }
}

/**
 * The URL holds the token that answers for the customer: no cache stores the page, and no other site gets the URL as
 * referrer.
 */
export const headers = () => secretPageHeaders

export const meta: Route.MetaFunction = () => [{ title: `Your order needs more time – ${shop.name}` }, ...unlistedTags]

/**
 * The page behind the link of a delay e-mail. It acts only when the customer presses a button, since mail scanners
 * follow every link.
 */
export default function OrderChoicePage({ loaderData: { token, found, garment } }: Route.ComponentProps) {
  const { hash } = useLocation()
  const [answered, setAnswered] = useState<DelayChoice | null>(null)
  const [preselected, setPreselected] = useState<ReturnType<typeof answerIn>>(null)
  const view = useRef<HTMLDivElement>(null)

  // The server never receives the URL's fragment.
  useEffect(() => setPreselected(answerIn(hash)), [hash])

  // The pressed button is no longer rendered: the result gets the focus and scrolls into view.
  useEffect(() => {
    if (!answered) return
    view.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [answered])

  return (
    <div ref={view} tabIndex={-1} className="outline-none">
      <ChoiceView found={answered ?? found} garment={garment}>
        <ChoiceForms token={token} preselected={preselected} onAnswered={setAnswered} />
      </ChoiceView>
    </div>
  )
}

type Answer = 'keep' | 'cancel'

/** The two answers; the one that the e-mail's link names is emphasized. While one is sent, the other is disabled. */
function ChoiceForms({
  token,
  preselected,
  onAnswered,
}: {
  token: string
  /** The answer that the e-mail's link names. */
  preselected: Answer | null
  onAnswered: (choice: DelayChoice) => void
}) {
  const keep = useAnswer('keep', { token, onAnswered })
  const cancel = useAnswer('cancel', { token, onAnswered })
  return (
    <>
      <div className="grid gap-4 sm:flex sm:flex-wrap">
        <AnswerForm form={keep} isPreselected={preselected === 'keep'} isDisabled={cancel.busy}>
          Keep my order
        </AnswerForm>
        <AnswerForm form={cancel} isPreselected={preselected === 'cancel'} isDisabled={keep.busy}>
          Cancel and refund
        </AnswerForm>
      </div>
      <p role="alert" className="mt-6 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {keep.errors.form ?? cancel.errors.form}
      </p>
      <p className="mt-6 text-ink-soft">
        If you keep it, you don’t need to do anything else, and if we don’t hear from you we’ll carry on. If you cancel,
        we won’t send anything and will refund everything you paid within 14 days.
      </p>
    </>
  )
}

/** The answer in the URL fragment of the e-mail's link. */
function answerIn(hash: string): Answer | null {
  return hash === '#keep' || hash === '#cancel' ? (hash.slice(1) as Answer) : null
}

function useAnswer(
  answer: Answer,
  { token, onAnswered }: { token: string; onAnswered: (choice: DelayChoice) => void },
): PlainFormState {
  return usePlainForm(async () => {
    const sent = await sendDelayAnswer(token, answer)
    if ('problem' in sent) return { form: sent.problem }
    onAnswered(sent.choice)
    return null
  })
}

function AnswerForm({
  form,
  isPreselected,
  isDisabled,
  children,
}: {
  form: PlainFormState
  isPreselected: boolean
  isDisabled: boolean
  children: string
}) {
  return (
    <div>
      <PlainForm form={form}>
        <Button
          type="submit"
          tone={isPreselected ? 'solid' : 'line'}
          disabled={isDisabled}
          aria-disabled={form.busy}
          className="w-full"
        >
          {form.busy ? 'One moment…' : children}
        </Button>
      </PlainForm>
    </div>
  )
}

/** Reads the choice of a token; no sign-in is needed. Changes nothing. */
async function readDelayChoice(backend: SupabaseClient, token: string): Promise<FoundChoice> {
  const { data, error } = await getFrom(backend, 'answer-delay', { token })
  if (data && !error) return data
  return error?.context?.status === 404 ? 'unknown' : 'unavailable'
}

/**
 * Sends the answer. Returns the choice afterwards, which an earlier answer may have decided, or the problem as a
 * message.
 */
async function sendDelayAnswer(
  token: string,
  answer: 'keep' | 'cancel',
): Promise<{ choice: DelayChoice } | { problem: string }> {
  try {
    const backend = await loadBackend()
    const { data, error } = await postTo(backend, 'answer-delay', { token, answer })
    if (data && !error) return { choice: data }
    if (error?.context?.status === 429) return { problem: 'Too many tries. Please wait a few minutes and try again.' }
  } catch {
    // No connection: the message below applies.
  }
  return { problem: 'Your answer didn’t reach us. Please try again.' }
}
