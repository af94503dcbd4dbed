import type { sendCampaignJob } from '#features/campaigns/campaign-job.ts'
import type { fetchPicturesJob } from '#features/catalogue/move-in/fetch-pictures.ts'
import type { answerLookupJob } from '#features/orders/links/find-order.api.ts'
import type { catchUpJob } from '#features/payments/catch-up.ts'
import type { confirmPaymentJob } from '#features/payments/payments.jobs.ts'
import type { reconcileJob } from '#features/payments/reconciliation/reconciliation-runs.ts'
import type { sendRefundJob } from '#features/payments/refunds/request-refund.ts'
import type { updateClickAndDropJob } from '#features/postage/give-parcels.ts'
import type { sendEmailJob } from '#platform/email/outbox.ts'
import type { makeAvifJob } from '#platform/storage/pictures/make-avif.ts'
import type { JobsResponse } from './jobs.contract.ts'

/** The jobs that are retried, and so may fail for good. */
type JobName =
  | typeof sendEmailJob
  | typeof sendCampaignJob
  | typeof confirmPaymentJob
  | typeof sendRefundJob
  | typeof answerLookupJob
  | typeof catchUpJob
  | typeof reconcileJob
  | typeof makeAvifJob
  | typeof updateClickAndDropJob
  | typeof fetchPicturesJob

const names: Record<string, string> & Record<JobName, string> = {
  'email.send': 'E-mails',
  'campaign.send': 'The launch e-mail',
  'orders.confirm-payment': 'Payments to confirm',
  'orders.send-refund': 'Refunds',
  'orders.answer-lookup': 'Lost order links',
  'orders.catch-up': 'Fetching missed payment updates',
  'payments.reconcile': 'Checking payments',
  'storage.make-avif': 'Smaller copies of pictures',
  'postage.update-click-and-drop': 'Parcels for Click & Drop',
  'catalogue.fetch-pictures': 'Pictures from another shop',
  'backups.make': 'Backups',
}

/** The label of a kind of job; its own name if it has none. */
export function nameOfJob(job: string): string {
  return names[job] ?? job
}

/** The status in one sentence. */
export function describeStatus({
  emails,
  dead,
  not_running_since,
}: Pick<JobsResponse, 'emails' | 'dead' | 'not_running_since'>): string {
  const { waiting, sending, failed } = emails
  if (not_running_since) return 'E-mails and background tasks are not running.'
  const troubles = [
    failed > 0 && `${failed === 1 ? 'one e-mail' : `${failed} e-mails`} could not be sent`,
    dead.length > 0 && `${dead.length === 1 ? 'one task' : `${dead.length} tasks`} failed`,
  ].filter((trouble) => trouble !== false)
  if (troubles.length > 0) return sentence(troubles.join(', and '))
  const left = waiting + sending
  if (left === 0) return 'All sent.'
  return left === 1 ? 'One e-mail is being sent.' : `${left} e-mails are being sent.`
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
