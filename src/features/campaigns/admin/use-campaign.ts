import { useCallback, useEffect, useRef, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import { toast } from '#ui/toast.ts'
import type { Campaign, Change, SendAnswer, Words } from './campaign-answers.ts'
import { failedNotice, nobodyNewNotice, saysTheSame, sentNotice, sentNoticeOf } from './campaign-words.ts'

/** undefined: not asked yet; null: none was ever sent. */
type Known = Campaign | null | undefined

type SendOptions = { hasAll: boolean; allowRecent?: boolean }

const everyMs = 1_500
/** While it is paused, here or by another, or without a connection. */
const slowMs = 5_000

/**
 * The campaign that runs or ran last, whoever began it, followed while it runs and the tab is seen; and what may be done
 * with it. `isLost`: the last look got no answer, so what is shown may be old.
 */
export function useCampaign() {
  const [campaign, setCampaign] = useState<Known>(undefined)
  const [isLost, setLost] = useState(false)
  const [sending, setSending] = useState(false)
  const [changing, setChanging] = useState<Change | null>(null)
  const followed = useRef<string | null>(null)
  const awaited = useRef<string | null>(null)
  const posting = useRef(false)
  const left = useRef(false)

  /** Takes what is known now; tells once that a campaign is over which was seen running here. */
  const take = useCallback((found: Campaign | null) => {
    setCampaign(found)
    setLost(false)
    if (!found) return
    if (found.state === 'sending') awaited.current = found.id
    if (found.state === 'done' && awaited.current === found.id && !posting.current) {
      awaited.current = null
      void toast(sentNotice(found))
    }
  }, [])

  const look = useCallback(async (): Promise<Known> => {
    const called = await callFunction<Campaign | null>(
      followed.current ? `campaign?id=${followed.current}` : 'campaign',
    )
    if (!called.failure) {
      take(called.value)
      return called.value
    }
    if (called.failure.code === 'not_found') {
      take(null)
      return null
    }
    setLost(true)
    return undefined
  }, [take])

  useEffect(() => {
    left.current = false
    void look()
    return () => {
      left.current = true
    }
  }, [look])
  useLooking(look, paceOf(campaign, sending, isLost))

  /** `hasAll`: everyone on the list had these words before. `allowRecent`: the owner confirmed a second campaign today. */
  async function send(words: Words, options: SendOptions) {
    if (posting.current) return
    posting.current = true
    setSending(true)
    followed.current = null
    await post(words, options)
    posting.current = false
    setSending(false)
    await look()
  }

  async function post({ subject, message }: Words, { hasAll, allowRecent = false }: SendOptions) {
    const words = { subject, message }
    const before = campaign
    const body = { ...words, ...(allowRecent && { allow_recent: true }) }
    const { value, failure } = await callFunction<SendAnswer>('send-klaviyo-launch-email', body)
    if (failure) {
      // A lost connection is no failure: it may have begun all the same.
      const found = failure.isLost ? await lookUntilAnswered() : null
      if (found && saysTheSame(found, words) && !isUnchanged(before, found)) awaited.current = found.id
      else await toast(failedNotice(failure.said))
      return
    }
    followed.current = value.campaign_id
    await look()
    awaited.current = value.state === 'sending' ? value.campaign_id : null
    if (value.state !== 'done') return
    // Somebody may have signed up since it was counted; then it did send.
    const isNew = !hasAll || before?.id !== value.campaign_id || before.sent !== value.sent_count
    await toast(isNew ? sentNoticeOf(value) : nobodyNewNotice(value))
  }

  async function lookUntilAnswered(): Promise<Known> {
    let found = await look()
    while (found === undefined && !left.current) {
      await new Promise((resolve) => setTimeout(resolve, slowMs))
      found = await look()
    }
    return found
  }

  async function change(action: Change) {
    if (!campaign || changing) return
    setChanging(action)
    const { value, failure } = await callFunction<Campaign>('change-campaign', { id: campaign.id, action })
    setChanging(null)
    if (failure) {
      await toast({ title: 'Not done', description: failure.words, tone: 'error', about: 'campaign' })
      return look()
    }
    followed.current = value.id
    if (action !== 'pause') awaited.current = value.id
    take(value)
  }

  return { campaign, isLost, sending, changing, look, send, change }
}

/** Whether a call that was lost has left everything as it was. */
function isUnchanged(before: Known, found: Campaign): boolean {
  return before?.id === found.id && before.state === found.state && before.finished_at === found.finished_at
}

function paceOf(campaign: Known, sending: boolean, isLost: boolean): number | null {
  if (sending || campaign?.state === 'sending') return isLost ? slowMs : everyMs
  if (campaign?.state === 'paused') return slowMs
  return null
}
