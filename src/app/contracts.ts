import * as lastChange from '#admin/last-change.contract.ts'
import * as emails from '#app/emails/emails.contract.ts'
import * as account from '#features/accounts/account.contract.ts'
import * as people from '#features/accounts/people/people.contract.ts'
import * as campaign from '#features/campaigns/campaign.contract.ts'
import * as products from '#features/catalogue/admin/products.contract.ts'
import * as cloth from '#features/catalogue/cloth/cloth.contract.ts'
import * as customs from '#features/catalogue/customs/customs.contract.ts'
import * as kinds from '#features/catalogue/kinds.contract.ts'
import * as moveIn from '#features/catalogue/move-in/move-in.contract.ts'
import * as handOrders from '#features/checkout/by-hand/hand-order.contract.ts'
import * as cartDays from '#features/checkout/cart-days.contract.ts'
import * as checkout from '#features/checkout/checkout.contract.ts'
import * as exchanges from '#features/checkout/exchanges/exchange.contract.ts'
import * as joins from '#features/checkout/joins/joins.contract.ts'
import * as paymentLinks from '#features/checkout/links/payment-links.contract.ts'
import * as contact from '#features/content/contact/contact.contract.ts'
import * as messages from '#features/content/contact/messages.contract.ts'
import * as documents from '#features/content/documents/documents.contract.ts'
import * as policyVersions from '#features/content/documents/policy-versions.contract.ts'
import * as discounts from '#features/discounts/discount-revenue.contract.ts'
import * as adminOrders from '#features/orders/admin/api/admin-orders.contract.ts'
import * as board from '#features/orders/board/board.contract.ts'
import * as changes from '#features/orders/changes/changes.contract.ts'
import * as customers from '#features/orders/customers/customers.contract.ts'
import * as delays from '#features/orders/delays/delays.contract.ts'
import * as earlierOrders from '#features/orders/earlier/earlier-orders.contract.ts'
import * as orderEmails from '#features/orders/emails/order-emails.contract.ts'
import * as ownerEmails from '#features/orders/emails/owner/owner-emails.contract.ts'
import * as lastSizes from '#features/orders/last-sizes/last-sizes.contract.ts'
import * as findOrder from '#features/orders/links/find-order.contract.ts'
import * as orderPage from '#features/orders/page/order-page.contract.ts'
import * as parcels from '#features/orders/parcels/parcels.contract.ts'
import * as promises from '#features/orders/promises/promises.contract.ts'
import * as returns from '#features/orders/returns/returns.contract.ts'
import * as reconciliation from '#features/payments/reconciliation/reconciliation.contract.ts'
import * as refunds from '#features/payments/refunds/refunds.contract.ts'
import * as postage from '#features/postage/postage.contract.ts'
import * as etsyReviews from '#features/reviews/elsewhere/etsy-reviews.contract.ts'
import * as reviews from '#features/reviews/reviews.contract.ts'
import * as moved from '#features/seo/moved/moved-slugs.contract.ts'
import * as settings from '#features/settings/admin/settings.contract.ts'
import * as shopTerms from '#features/settings/shop-terms.contract.ts'
import * as subscribers from '#features/subscribers/subscribers.contract.ts'
import * as waitlist from '#features/waitlist/waitlist.contract.ts'
import * as backup from '#operations/backup/backup.contract.ts'
import * as customerData from '#operations/customer-data/customer-data.contract.ts'
import * as jobs from '#operations/jobs/jobs.contract.ts'
import * as keys from '#operations/keys/keys.contract.ts'
import * as problems from '#operations/problems/problems.contract.ts'
import * as start from '#operations/start/start.contract.ts'
import * as today from '#operations/today/today.contract.ts'

/** Every endpoint under /functions/v1. The platform's client knows them by this list. */
export const contracts = [
  ...Object.values(lastChange),
  ...Object.values(account),
  ...Object.values(people),
  ...Object.values(contact),
  ...Object.values(documents),
  ...Object.values(policyVersions),
  ...Object.values(emails),
  ...Object.values(messages),
  ...Object.values(discounts),
  ...Object.values(moved),
  ...Object.values(backup),
  ...Object.values(customerData),
  ...Object.values(jobs),
  ...Object.values(keys),
  ...Object.values(problems),
  ...Object.values(start),
  ...Object.values(today),
  ...Object.values(products),
  ...Object.values(cloth),
  ...Object.values(kinds),
  ...Object.values(customs),
  ...Object.values(moveIn),
  ...Object.values(cartDays),
  ...Object.values(checkout),
  ...Object.values(handOrders),
  ...Object.values(exchanges),
  ...Object.values(joins),
  ...Object.values(paymentLinks),
  ...Object.values(findOrder),
  ...Object.values(orderPage),
  ...Object.values(adminOrders),
  ...Object.values(board),
  ...Object.values(customers),
  ...Object.values(earlierOrders),
  ...Object.values(lastSizes),
  ...Object.values(changes),
  ...Object.values(delays),
  ...Object.values(orderEmails),
  ...Object.values(ownerEmails),
  ...Object.values(promises),
  ...Object.values(parcels),
  ...Object.values(returns),
  ...Object.values(postage),
  ...Object.values(reconciliation),
  ...Object.values(refunds),
  ...Object.values(reviews),
  ...Object.values(etsyReviews),
  ...Object.values(waitlist),
  ...Object.values(campaign),
  ...Object.values(settings),
  ...Object.values(shopTerms),
  ...Object.values(subscribers),
]

declare module '#platform/http/contract.ts' {
  interface Endpoints {
    all: typeof contracts
  }
}
