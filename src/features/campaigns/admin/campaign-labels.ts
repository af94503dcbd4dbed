import { counted, formatCount } from '#base/counts.ts'
import { dayMs } from '#base/day-ms.ts'
import { formatShopDate, formatShopTime } from '#base/shop-time.ts'
import type { Notice } from '#ui/toast-region.tsx'
import type { Audience, Campaign, LeftOut, SendResponse } from '../campaign.contract.ts'
import type { CampaignContent } from '../campaign-content.ts'

/** The notice after a campaign was sent to all recipients. */
export function sentNotice({ sent, failed }: Pick<Campaign, 'sent' | 'failed'>): Notice {
  const title = `Sent ${sent} emails successfully.${failed > 0 ? ` ${failed} failed.` : ''}`
  return { title, tone: failed > 0 ? 'plain' : 'success', about: 'campaign' }
}

/** The same notice, from the response of the send request. */
export function sentNoticeOf({ sent_count, failed_count }: SendResponse): Notice {
  return sentNotice({ sent: sent_count, failed: failed_count })
}

/** The notice where every subscriber had this campaign before. */
export function noNewRecipientsNotice({ sent_count, failed_count }: SendResponse): Notice {
  const have = failed_count > 0 ? sent_count : `all ${sent_count}`
  const title = `No new recipients: ${have} already have this e-mail.${failed_count > 0 ? ` ${failed_count} failed.` : ''}`
  return { title, tone: 'plain', about: 'campaign' }
}

/** Whether sending this text would reach no new subscriber: its campaign is complete and includes all of them. */
export function wasSentToAll(
  campaign: Campaign | null | undefined,
  content: CampaignContent,
  audience: Pick<Audience, 'will_get'> | null,
): boolean {
  return campaign?.state === 'done' && isSameContent(campaign, content) && audience?.will_get === 0
}

/** The notice where no campaign was started. */
export function failedNotice(reason: string): Notice {
  return { title: reason || 'Failed to send emails. Please try again.', tone: 'error', about: 'campaign' }
}

/** Whether the text has more than spaces in both fields. */
export function isComplete({ subject, message }: CampaignContent): boolean {
  return subject.trim() !== '' && message.trim() !== ''
}

/** Whether two texts are the same, apart from outer spaces and the kind of line breaks. */
export function isSameContent(one: CampaignContent, other: CampaignContent): boolean {
  return plain(one.subject) === plain(other.subject) && plain(one.message) === plain(other.message)
}

function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}

const reasons: [LeftOut, (count: number) => string][] = [
  ['unsubscribed', (count) => `${count} unsubscribed`],
  ['complaint', (count) => `${count} reported an e-mail as spam`],
  ['bounced', (count) => `${count} ${count === 1 ? 'has an address' : 'have addresses'} that can’t receive e-mail`],
  ['unconfirmed', (count) => `${count} ${count === 1 ? 'has' : 'have'} not confirmed their address`],
  ['had_it', (count) => `${count} already had this message`],
]

/** The number of recipients in a sentence. The list counts those who may get e-mail, as on the subscribers' page. */
export function audienceLabel({ will_get, left_out: { had_it } }: Audience): string {
  const onList = will_get + had_it
  if (onList === 0) return 'No subscribers can be e-mailed yet.'
  if (will_get === 0)
    return `No new recipients: ${onList === 1 ? 'your one subscriber has' : `all ${onList} subscribers have`} already had this message.`
  if (had_it > 0) return `${will_get} of ${onList} subscribers will get it.`
  return onList === 1 ? 'Your one subscriber will get it.' : `All ${onList} subscribers will get it.`
}

/** Warnings before sending: the shop is not open yet, or recipients had another campaign lately. */
export function sendWarning({ will_get, opens_at, had_another }: Audience, now: Date): string[] {
  const warnings: string[] = []
  if (opens_at) {
    warnings.push(`The shop opens on ${formatShopDate(opens_at)}; until then the home page shows the countdown.`)
  }
  if (had_another) {
    const { count, subject, at } = had_another
    const who = count === 1 ? 'One' : count === will_get ? 'All' : count
    warnings.push(`${who} of them got “${subject}” ${dayLabel(at, now)}.`)
  }
  return warnings
}

/** A number of recipients as text: '1 subscriber', '1,234 subscribers'. */
export function recipientsLabel(count: number): string {
  return `${counted(count, 'subscriber', 'subscribers')}`
}

/** How long ago, in whole minutes below an hour and whole hours above. */
export function timeAgo(at: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** How many of the recipients had another campaign, and how long ago. */
export function recentLabel(
  { count, subject, at }: Pick<NonNullable<Audience['had_another']>, 'count' | 'subject' | 'at'>,
  willGet: number,
  now: Date,
): string {
  const all = willGet === 1 ? 'the same subscriber' : 'the same subscribers'
  const recipients = count === willGet ? all : `${formatCount(count)} of these subscribers`
  return `“${subject}” went to ${recipients} ${timeAgo(at, now)}.`
}

function dayLabel(at: string, now: Date): string {
  const day = formatShopDate(at)
  if (day === formatShopDate(now.toISOString())) return 'today'
  const yesterday = new Date(now.getTime() - dayMs)
  return day === formatShopDate(yesterday.toISOString()) ? 'yesterday' : `on ${day}`
}

/** The excluded subscribers, one phrase for each reason. */
export function exclusionLabels({ left_out }: Audience): string[] {
  return reasons.filter(([reason]) => left_out[reason] > 0).map(([reason, label]) => label(left_out[reason]))
}

/** The finished part of a campaign, 0 to 1; an empty campaign is finished. */
export function partDone({ total, queued }: Pick<Campaign, 'total' | 'queued'>): number {
  return total > 0 ? (total - queued) / total : 1
}

/** The progress that screen readers announce. It changes with the state and at every quarter, not with each e-mail. */
export function spokenProgress(campaign: Campaign): string {
  const { state, total, sent, failed } = campaign
  if (state === 'done') return `Sending has finished: ${sent} sent, ${failed} failed.`
  if (state === 'paused') return 'Sending is paused.'
  const quarters = Math.floor(partDone(campaign) * 4)
  return quarters === 0 ? `Sending to ${total}.` : `${quarters * 25} per cent of the e-mails are done.`
}

/** Why the campaign is paused and until when; null while it runs. */
export function pauseLabel({
  state,
  paused_by,
  reason,
  resume_at,
}: Pick<Campaign, 'state' | 'paused_by' | 'reason' | 'resume_at'>): string | null {
  const next = resume_at && `We’ll try again on ${formatShopTime(resume_at)}.`
  if (state === 'paused' && paused_by === 'admin') return 'Nothing more is sent until you resume it.'
  if (state === 'paused') {
    return `${reason || 'The mail server isn’t accepting e-mails at the moment.'} ${next ?? 'Resume it when you’re ready.'}`
  }
  return state === 'sending' && next
    ? `${reason || 'The mail server limits how many e-mails it accepts.'} ${next}`
    : null
}
