import { authLetters } from '#features/auth/letters/auth-letters.ts'
import { sweepAccounts } from '#features/auth/sweep-accounts.ts'
import { forgetSignUps } from '#features/campaign/list/forget-sign-ups.ts'
import { listLetters } from '#features/campaign/list/list-letters.ts'
import { listOf } from '#features/campaign/list/open-list.ts'
import { campaignLetters } from '#features/campaign/sending/campaign-letters.ts'
import { sendCampaignJob, sendCampaigns, sweepCampaigns } from '#features/campaign/sending/send-campaigns.ts'
import { finishCheckouts } from '#features/checkout/checkout.jobs.ts'
import { contactLetters, sweepContactLetters } from '#features/content/contact/contact-letters.ts'
import { comparedAfter } from '#features/money/compare-after-news.ts'
import { compareAsked, compareByClock } from '#features/money/money.jobs.ts'
import { compareBooksJob } from '#features/money/money-runs.ts'
import { askToCatchUp, catchUp, catchUpJob } from '#features/orders/catch-up.ts'
import { orderLetters } from '#features/orders/letters/order-letters.ts'
import { confirmPaymentJob, orderJobs, reconcilePayments, unhandledEvents } from '#features/orders/orders.jobs.ts'
import { ownerLetters } from '#features/orders/owner-letters/owner-letters.ts'
import { sendRefundJob } from '#features/orders/refunds/refund.ts'
import { sendRefund, unsentRefunds } from '#features/orders/refunds/send-refund.ts'
import { delayLetters } from '#features/orders/status-letters/delay-letters.ts'
import { takeMissedEvents } from '#features/orders/take-missed-events.ts'
import { sweepCards } from '#features/sharing/cards/sweep-cards.ts'
import { makeAvif, makeAvifJob, seeToPictures } from '#features/storage/pictures/make-avif.ts'
import { sweepStorage } from '#features/storage/sweep-storage.ts'
import { forgetVisits } from '#features/vitals/count-visit.ts'
import { forgetWaiting, seeToGarments } from '#features/waiting/see-to-waiting.ts'
import { waitingLinksOf } from '#features/waiting/waiting.ts'
import { waitingLetters } from '#features/waiting/waiting-letters.ts'
import { sweep } from '#infrastructure/jobs/sweep.ts'
import { sendLetterJob, sweepOutbox } from '#infrastructure/mail/outbox.ts'
import { sendLetters } from '#infrastructure/mail/send-letter.ts'
import { redeliverEvents } from '#infrastructure/payments/test/events.ts'
import type { Shop } from './open-shop.ts'
import type { Services } from './services.ts'

/** Every job of the shop by its name, and everything that is looked at again and again. */
export async function startJobs({ queue, db, log, config, seal, secretFor }: Shop, services: Services): Promise<void> {
  const { paying, courier, transport, renditions, stopping, campaigning, files } = services
  const { siteUrl } = config
  const picturing = { db, renditions, log, stopping }
  // What runs by itself leaves the shoppers their share of the provider's limits.
  const unhurried = { ...paying, provider: paying.provider.inBackground() }
  const letters = {
    ...orderLetters({ db, siteUrl }),
    ...delayLetters({ db, siteUrl }),
    ...ownerLetters({ db, siteUrl }),
    ...authLetters({ siteUrl, seal }),
    ...contactLetters({ db }),
    ...campaignLetters(campaigning),
    ...listLetters({ ...listOf({ db, queue, siteUrl, secretFor }), siteUrl }),
    ...waitingLetters({ db, siteUrl, links: waitingLinksOf({ siteUrl, secretFor }) }),
  }
  await queue.work({
    [sendLetterJob]: sendLetters({ db, queue, transport, letters, log }),
    [compareBooksJob]: (id) => compareAsked(paying, id),
    [catchUpJob]: () => catchUp(paying),
    [makeAvifJob]: makeAvif(picturing),
    [sendCampaignJob]: sendCampaigns(campaigning),
    ...comparedAfter(paying, { ...orderJobs(paying), [sendRefundJob]: sendRefund(paying) }),
  })
  await sweepOutbox({ db, queue })
  await sweepCampaigns({ db, queue })
  await sweep({ db, queue, name: confirmPaymentJob, everySeconds: 15, unfinished: unhandledEvents })
  await sweep({ db, queue, name: sendRefundJob, everySeconds: 30, unfinished: unsentRefunds(paying.provider.name) })
  await queue.schedule('checkout.finish-checkouts', 30, () => finishCheckouts(unhurried))
  await queue.schedule('orders.reconcile-expired', 30, () => reconcilePayments(unhurried, 'expired'))
  await queue.schedule('orders.reconcile-open', 5 * 60, () => reconcilePayments(unhurried, 'open'))
  await queue.schedule('orders.take-missed-events', 15 * 60, () => takeMissedEvents(unhurried))
  await askToCatchUp({ db, queue })
  await queue.schedule('money.compare', 15 * 60, () => compareByClock(paying))
  await queue.schedule('accounts.sweep', 3_600, () => sweepAccounts(db))
  await queue.schedule('campaign.forget-sign-ups', 3_600, () => forgetSignUps(db))
  await queue.schedule('waiting.see-to-garments', 60, () => seeToGarments(db))
  await queue.schedule('waiting.forget', 3_600, () => forgetWaiting(db))
  await queue.schedule('storage.see-to-pictures', 300, seeToPictures({ ...picturing, queue }))
  await queue.schedule('content.sweep-contact-letters', 3_600, () => sweepContactLetters(db))
  await queue.schedule('storage.sweep', 3_600, async () => void (await sweepStorage({ db, files, log })))
  await queue.schedule('sharing.sweep-cards', 86_400, async () => void (await sweepCards({ files })))
  await queue.schedule('vitals.forget-visits', 3_600, () => db.asService(forgetVisits))
  if (courier) await queue.schedule('payments.redeliver-events', 30, () => redeliverEvents(courier))
}
