import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { toast } from '#ui/toast.ts'
import type { Campaign, CampaignAction, SendResponse } from '../campaign.contract.ts'
import type { CampaignContent } from '../campaign-content.ts'
import { failedNotice, isSameContent, noNewRecipientsNotice, sentNotice, sentNoticeOf } from './campaign-labels.ts'

/** undefined: not read yet; null: there has been no campaign. */
type Known = Campaign | null | undefined

type SendOptions = { hasAll: boolean; allowRecent?: boolean }

const campaignKey = ['campaign'] as const
const pollMs = 1_500
/** While it is paused, or without a connection. */
const slowPollMs = 5_000

/**
 * The campaign that is being sent or was sent last, by any administrator, and the actions on it. `isLost`: the last
 * read failed, so the data may be old.
 */
export function useCampaign() {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const followed = useRef<string | null>(null)
  const awaited = useRef<string | null>(null)
  const posting = useRef(false)
  const left = useRef(false)

  const {
    data: campaign,
    isError: isLost,
    refetch,
  } = useQuery({
    queryKey: campaignKey,
    queryFn: () => readCampaign(followed.current),
    // The next poll repeats a failed one.
    retry: false,
    refetchInterval: ({ state }) => pollIntervalOf(state.data, sending, state.status === 'error'),
  })

  /** Shows one notice at the end of a campaign that was seen running here. */
  const noticeEnd = useCallback((found: Known) => {
    if (!found) return
    if (found.state === 'sending') awaited.current = found.id
    if (found.state === 'done' && awaited.current === found.id && !posting.current) {
      awaited.current = null
      void toast(sentNotice(found))
    }
  }, [])
  useEffect(() => noticeEnd(campaign), [campaign, noticeEnd])

  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  /** The campaign now; undefined after a failure. */
  async function poll(): Promise<Known> {
    const { data, isError } = await refetch()
    return isError ? undefined : data
  }

  /** `hasAll`: every subscriber had this text before. `allowRecent`: the owner confirmed a second campaign today. */
  async function send(content: CampaignContent, options: SendOptions) {
    if (posting.current) return
    posting.current = true
    setSending(true)
    followed.current = null
    await post(content, options)
    posting.current = false
    setSending(false)
    noticeEnd(await poll())
  }

  async function post({ subject, message }: CampaignContent, { hasAll, allowRecent = false }: SendOptions) {
    const content = { subject, message }
    const before = campaign
    const body = { ...content, ...(allowRecent && { allow_recent: true }) }
    let value: SendResponse
    try {
      value = await call('send-klaviyo-launch-email', body)
    } catch (thrown) {
      const error = toRequestError(thrown)
      // Without a response the sending may have begun.
      const found = error.isUnreachable ? await lookUntilAnswered() : null
      if (found && isSameContent(found, content) && !isUnchanged(before, found)) awaited.current = found.id
      else await toast(failedNotice(error.status === 401 ? error.message : error.serverMessage))
      return
    }
    followed.current = value.campaign_id
    await poll()
    awaited.current = value.state === 'sending' ? value.campaign_id : null
    if (value.state !== 'done') return
    // A subscriber may have signed up since the count; then it did send.
    const isNew = !hasAll || before?.id !== value.campaign_id || before.sent !== value.sent_count
    await toast(isNew ? sentNoticeOf(value) : noNewRecipientsNotice(value))
  }

  async function lookUntilAnswered(): Promise<Known> {
    let found = await poll()
    while (found === undefined && !left.current) {
      await new Promise((resolve) => setTimeout(resolve, slowPollMs))
      found = await poll()
    }
    return found
  }

  const changing = useMutation({
    mutationFn: ({ id, action }: { id: string; action: CampaignAction }) => call('change-campaign', { id, action }),
    onSuccess: (value, { action }) => {
      followed.current = value.id
      if (action !== 'pause') awaited.current = value.id
      client.setQueryData(campaignKey, value)
      noticeEnd(value)
    },
    onError: async ({ message }) => {
      await toast({ title: 'That didn’t work', description: message, tone: 'error', about: 'campaign' })
      await poll()
    },
  })

  function change(action: CampaignAction) {
    if (campaign && !changing.isPending) changing.mutate({ id: campaign.id, action })
  }

  return { campaign, isLost, sending, isChanging: changing.isPending, poll, send, change }
}

/** The campaign with the id, by default the latest one; null where there is none. */
async function readCampaign(id: string | null): Promise<Campaign | null> {
  try {
    return await read('campaign', { id: id ?? undefined })
  } catch (error) {
    if (toRequestError(error).code === 'not_found') return null
    throw error
  }
}

/** Whether a request without a response changed nothing. */
function isUnchanged(before: Known, found: Campaign): boolean {
  return before?.id === found.id && before.state === found.state && before.finished_at === found.finished_at
}

function pollIntervalOf(campaign: Known, sending: boolean, isLost: boolean): number | false {
  if (sending || campaign?.state === 'sending') return isLost ? slowPollMs : pollMs
  return campaign?.state === 'paused' ? slowPollMs : false
}
