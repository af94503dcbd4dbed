import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { call } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { Audience } from '../campaign.contract.ts'
import type { CampaignContent } from '../campaign-content.ts'
import { AudienceLine, type AudienceState, ConfirmSend, useAudience } from './audience.tsx'
import { failedNotice, isComplete, isSameContent, wasSentToAll } from './campaign-labels.ts'
import { PhonePreview } from './phone-preview.tsx'
import type { useCampaign } from './use-campaign.ts'

type LaunchFormProps = {
  initial: CampaignContent
  suggested: CampaignContent
  following: ReturnType<typeof useCampaign>
}

/** The campaign being written, its recipients, a preview, and the button that sends it after a confirmation. */
export function LaunchForm({ initial, suggested, following: { campaign, sending: isPosting, send } }: LaunchFormProps) {
  const saved = { subject: initial.subject, message: initial.message }
  const { register, reset, watch, handleSubmit } = useForm<CampaignContent>({ defaultValues: saved })
  const content = watch()
  const sending = isPosting || campaign?.state === 'sending'
  const { audience, count } = useAudience(content, `${campaign?.id} ${campaign?.state} ${campaign?.total} ${isPosting}`)
  const [isConfirming, setConfirming] = useState(false)
  const [isBack, setBack] = useState(false)
  useEffect(prepareToasts, [])

  const isSent = campaign?.state === 'done' && isSameContent(content, campaign)
  const draft = useDraft<CampaignContent>({
    form: 'campaign',
    rowId: 'launch',
    version: '',
    value: content,
    // A sent text is no longer a draft.
    initial: isSent ? content : saved,
    onContinue: (stored) => reset(stored),
  })

  const submit = handleSubmit(async () => {
    if (sending || isConfirming || !isComplete(content)) return
    setConfirming(true)
    setBack(false)
    const current = await count()
    if (current && current.will_get > 0) return
    // Without a count or a recipient there is nothing to confirm.
    setConfirming(false)
    if (current) await send(content, { hasAll: wasSentToAll(campaign, content, current) })
    else await toast(failedNotice(''))
  })

  /** Closes the confirmation and returns the focus to the button that opened it. */
  function goBack() {
    setConfirming(false)
    setBack(true)
  }

  async function confirm(allowRecent: boolean) {
    setConfirming(false)
    await send(content, { hasAll: false, allowRecent })
  }

  return (
    <div className="grid grid-cols-1 items-start gap-x-[clamp(2.5rem,6vw,6rem)] gap-y-14 lg:grid-cols-[minmax(0,1fr)_24.375rem]">
      <section aria-labelledby="launch">
        <h2 id="launch" className="text-title leading-tight">
          Launch Email Campaign
        </h2>
        <p className="mt-1 text-ink-soft">Send launch notification emails to all subscribers</p>
        <form onSubmit={submit} onChange={() => setConfirming(false)} className="mt-8 grid grid-cols-1 gap-y-7">
          <DraftOffer draft={draft} />
          <Field label="Email Subject" {...register('subject')} maxLength={200} autoComplete="off" />
          <FieldFrame label="Email Message" hint="Leave a blank line between paragraphs. Web addresses become links.">
            {(bound) => (
              <textarea
                {...bound}
                {...register('message')}
                rows={6}
                maxLength={20_000}
                className={`field-sizing-content mt-1 min-h-[6lh] resize-y leading-[1.55] ${inputLook}`}
              />
            )}
          </FieldFrame>
          {!isSameContent(content, suggested) && (
            <TextButton
              onClick={() => {
                reset(suggested)
                setConfirming(false)
              }}
              className="-mt-4 justify-self-start"
            >
              Start again from the suggested text
            </TextButton>
          )}
          {sending ? (
            <p className="border-line border-y py-4 text-ink-soft">
              A campaign is being sent; you can see its progress above.
            </p>
          ) : (
            <AudienceLine audience={audience} onRetry={() => void count()} />
          )}
          <div className="flex flex-wrap gap-x-4 gap-y-3">
            <Button
              type="submit"
              ref={isBack ? focusNow : undefined}
              disabled={sending || isConfirming || !isComplete(content)}
              className="grow sm:grow-0"
            >
              {sending ? 'Sending...' : 'Send Launch Emails'}
            </Button>
            <TestToMe content={content} />
          </div>
          {/* Below the button, so that the second press of a double click cannot confirm. */}
          {isConfirming && (
            <ConfirmSend
              audience={isCounted(audience) ? audience : 'counting'}
              onYes={(allowRecent) => void confirm(allowRecent)}
              onNo={goBack}
            />
          )}
          <p className="-mt-2 text-ink-soft text-small">
            This sends to all subscribers in the email signups list who haven’t unsubscribed. The same message is never
            sent twice.
          </p>
        </form>
      </section>
      <PhonePreview content={content} />
    </div>
  )
}

function isCounted(audience: AudienceState): audience is Audience {
  return typeof audience === 'object' && audience !== null && 'will_get' in audience
}

/** Sends the e-mail as it is to the signed-in administrator only. */
function TestToMe({ content }: { content: CampaignContent }) {
  const { mutate, isPending: busy } = useMutation({
    mutationFn: () => call('campaign-test', content),
    onSuccess: ({ sent_to }) =>
      toast({ title: 'A test is on its way', description: `To ${sent_to}.`, tone: 'success', about: 'test' }),
    onError: ({ message }) => toast({ title: 'No test sent', description: message, tone: 'error', about: 'test' }),
  })

  return (
    <Button
      tone="line"
      onClick={() => busy || mutate()}
      disabled={!isComplete(content)}
      aria-disabled={busy}
      className="grow sm:grow-0"
    >
      {busy ? 'Sending a test…' : 'Send a test to me'}
    </Button>
  )
}
