import { authEmails } from '#features/accounts/emails/auth-emails.ts'
import { campaignEmails } from '#features/campaigns/campaign-emails.ts'
import { runCampaignJob, sendCampaignJob, sweepCampaigns } from '#features/campaigns/campaign-job.ts'
import { fetchPictures, fetchPicturesJob, listUnfetched } from '#features/catalogue/move-in/fetch-pictures.ts'
import { closePaidPages, finishCheckouts } from '#features/checkout/checkout.jobs.ts'
import { paymentLinkEmails } from '#features/checkout/links/payment-link-emails.ts'
import { expireEndedLinks } from '#features/checkout/links/payment-links.ts'
import { contactEmails, deleteOldContactEmails } from '#features/content/contact/contact-emails.ts'
import { withOwnLines } from '#features/content/documents/mail-lines.ts'
import { factsOf } from '#features/content/documents/show-document.ts'
import { deleteOldAddressCodes } from '#features/orders/changes/new-address.ts'
import { orderEmails } from '#features/orders/emails/order-emails.ts'
import { ownerEmails } from '#features/orders/emails/owner/owner-emails.ts'
import { answerLookup, answerLookupJob, listUnansweredLookups } from '#features/orders/links/find-order.api.ts'
import { catchUp, catchUpJob, enqueueCatchUp, storeMissedEvents } from '#features/payments/catch-up.ts'
import {
  confirmPaymentJob,
  listUnhandledEvents,
  paymentJobs,
  settleOpenSessions,
} from '#features/payments/payments.jobs.ts'
import { withReconciliation } from '#features/payments/reconciliation/reconcile-after-event.ts'
import { reconcileOnRequest, reconcileOnSchedule } from '#features/payments/reconciliation/reconciliation.jobs.ts'
import { reconcileJob } from '#features/payments/reconciliation/reconciliation-runs.ts'
import { sendRefundJob } from '#features/payments/refunds/request-refund.ts'
import { listUnsentRefunds, sendRefund } from '#features/payments/refunds/send-refund.ts'
import { stopWithdrawn } from '#features/payments/refunds/stop-withdrawn.ts'
import { fetchTracking } from '#features/postage/fetch-tracking.ts'
import { updateClickAndDropJob } from '#features/postage/give-parcels.ts'
import { listUnfinishedParcels, updateClickAndDrop } from '#features/postage/update-click-and-drop.ts'
import { askForReviews } from '#features/reviews/asking/ask-for-reviews.ts'
import { reviewEmails } from '#features/reviews/asking/review-emails.ts'
import { forgetSignUps } from '#features/subscribers/erase-address.ts'
import { createSubscriberDeps } from '#features/subscribers/subscriber-deps.ts'
import { subscriberEmails } from '#features/subscribers/subscriber-emails.ts'
import { waitlistEmails } from '#features/waitlist/waitlist-emails.ts'
import { createWaitlistLinks } from '#features/waitlist/waitlist-entries.ts'
import { deleteOldWaitlistEntries, notifyWaitlists } from '#features/waitlist/waitlist-queries.ts'
import { makesBackups, scheduledBackup } from '#operations/backup/scheduled-backup.ts'
import { createSweep, isOpeningPicture, pictureBuckets } from '#operations/picture-uses.ts'
import { applyRetention } from '#operations/retention/apply-retention.ts'
import { morningEmails, queueMorningEmail } from '#operations/today/morning-email.ts'
import { endOldSessions, sweepAccounts } from '#platform/auth/sweep-accounts.ts'
import { sendEmailJob, sweepOutbox } from '#platform/email/outbox.ts'
import { sendEmails } from '#platform/email/send-email.ts'
import { sweep } from '#platform/jobs/queue.ts'
import { redeliverEvents } from '#platform/payments/test/test-webhooks.ts'
import { makeAvif, makeAvifJob, processImages } from '#platform/storage/pictures/make-avif.ts'
import type { AppContext } from './create-app-context.ts'
import { testEmails } from './emails/emails.api.ts'
import type { Services } from './services.ts'

/** Every job of the shop by its name, and every periodic task. */
export async function startJobs(
  { queue, db, log, config, seal, secretFor, directString, clock, documents, shopSettings }: AppContext,
  services: Services,
): Promise<void> {
  const {
    paymentDeps,
    orderLinks,
    reviewLinks,
    payLinks,
    addressCodes,
    delayTokens,
    testWebhookSender,
    transport,
    renditions,
    stopping,
    campaignDeps,
    postageDeps,
    files,
  } = services
  const { siteUrl } = config
  const picturing = { db, renditions, log, stopping }
  // Background jobs use their own share of the provider's rate limit, so customers keep theirs.
  const unhurried = { ...paymentDeps, provider: paymentDeps.provider.inBackground() }
  const written = {
    ...orderEmails({ db, siteUrl, links: orderLinks, delayTokens, codes: addressCodes }),
    ...paymentLinkEmails({ db, siteUrl, payLinks }),
    ...reviewEmails({ db, siteUrl, links: reviewLinks }),
    ...ownerEmails({ db, siteUrl }),
    ...morningEmails({ db, siteUrl }),
    ...authEmails({ siteUrl, seal }),
    ...contactEmails({ db }),
    ...campaignEmails(campaignDeps),
    ...subscriberEmails({ ...createSubscriberDeps({ db, queue, siteUrl, secretFor }), siteUrl }),
    ...waitlistEmails({ db, siteUrl, links: createWaitlistLinks({ siteUrl, secretFor }) }),
  }
  const ownLines = { documents, facts: () => factsOf(shopSettings(), clock.now()), now: clock.now, siteUrl }
  const templates = { ...withOwnLines(written, ownLines), ...testEmails({ ...ownLines, db, seal }) }
  await queue.work({
    [sendEmailJob]: sendEmails({ db, queue, transport, templates, log }),
    [reconcileJob]: (id) => reconcileOnRequest(paymentDeps, id),
    [answerLookupJob]: answerLookup({ db, queue, stopWithdrawn: stopWithdrawn(paymentDeps) }),
    [catchUpJob]: () => catchUp(paymentDeps),
    [makeAvifJob]: makeAvif(picturing),
    [sendCampaignJob]: runCampaignJob(campaignDeps),
    [updateClickAndDropJob]: updateClickAndDrop(postageDeps),
    [fetchPicturesJob]: fetchPictures({ db, queue, files, log, stopping, pictureBuckets }),
    ...withReconciliation(paymentDeps, { ...paymentJobs(paymentDeps), [sendRefundJob]: sendRefund(paymentDeps) }),
  })
  await sweepOutbox({ db, queue })
  await sweep({ db, queue, name: answerLookupJob, everySeconds: 30, unfinished: listUnansweredLookups })
  await sweepCampaigns({ db, queue })
  await sweep({ db, queue, name: confirmPaymentJob, everySeconds: 15, unfinished: listUnhandledEvents })
  await sweep({
    db,
    queue,
    name: sendRefundJob,
    everySeconds: 30,
    unfinished: (tx) => listUnsentRefunds(paymentDeps.provider.name)(tx),
  })
  await sweep({ db, queue, name: updateClickAndDropJob, everySeconds: 30, unfinished: listUnfinishedParcels })
  await sweep({ db, queue, name: fetchPicturesJob, everySeconds: 30, unfinished: listUnfetched })
  await queue.schedule('postage.fetch-tracking', 15 * 60, () => fetchTracking(postageDeps))
  await queue.schedule('checkout.finish-checkouts', 30, () => finishCheckouts(unhurried))
  await queue.schedule('checkout.close-paid-pages', 30, () => closePaidPages(unhurried))
  await queue.schedule('checkout.expire-ended-links', 30, () => expireEndedLinks({ db }))
  await queue.schedule('orders.reconcile-expired', 30, () => settleOpenSessions(unhurried, 'expired'))
  await queue.schedule('orders.reconcile-open', 5 * 60, () => settleOpenSessions(unhurried, 'open'))
  await queue.schedule('orders.fetch-missed-events', 15 * 60, () => storeMissedEvents(unhurried))
  await enqueueCatchUp({ db, queue })
  await queue.schedule('payments.reconcile-scheduled', 15 * 60, () => reconcileOnSchedule(paymentDeps))
  await queue.schedule('accounts.sweep', 3_600, () => sweepAccounts(db))
  if (config.SHOP_MODE === 'live') await queue.schedule('accounts.end-sessions', 3_600, () => endOldSessions(db))
  await queue.schedule('subscribers.delete-old-signups', 3_600, () => forgetSignUps(db))
  await queue.schedule('waitlist.update-availability', 60, () => notifyWaitlists(db))
  await queue.schedule('waitlist.delete-old', 3_600, () => deleteOldWaitlistEntries(db))
  await queue.schedule('reviews.ask', 3_600, async () => void (await askForReviews({ db, queue })))
  await queue.schedule('today.send-morning', 300, () => queueMorningEmail({ db, queue }))
  const leaveOut = config.SHOP_MODE === 'rehearsal' ? { leaveOut: isOpeningPicture } : {}
  await queue.schedule('storage.process-images', 300, processImages({ ...picturing, ...leaveOut, queue }))
  await queue.schedule('orders.delete-old-address-codes', 3_600, () => db.asService(deleteOldAddressCodes))
  await queue.schedule('content.delete-old-messages', 3_600, () => deleteOldContactEmails(db))
  const sweepPictures = createSweep({ db, files, log })
  await queue.schedule('storage.sweep', 3_600, async () => void (await sweepPictures()))
  if (makesBackups(config))
    await queue.schedule('backups.make', 3_600, scheduledBackup({ config, db, log, connectionString: directString }))
  await queue.schedule('retention.apply', 86_400, async () => void (await applyRetention({ db, log, stopping })))
  if (testWebhookSender)
    await queue.schedule('payments.redeliver-events', 30, async () => {
      if (paymentDeps.provider.name === 'test') await redeliverEvents(testWebhookSender)
    })
}
