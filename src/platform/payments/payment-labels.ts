/** Whether a dispute is an inquiry: no money was taken, and a refund ends it. */
export function isQuestion(status: string): boolean {
  return status === 'warning'
}

// Stripe's reasons of a dispute; they follow 'The bank’s reason: '.
const disputeReasons: Record<string, string> = {
  fraudulent: 'the cardholder says they did not buy this',
  unrecognized: 'the cardholder does not recognise the payment',
  product_not_received: 'the customer says the parcel never arrived',
  product_unacceptable: 'the customer says it is not as described, or arrived damaged',
  duplicate: 'the customer says they were charged twice',
  credit_not_processed: 'the customer says a promised refund never arrived',
  subscription_canceled: 'the customer says they had cancelled a subscription',
  noncompliant: 'the bank says the payment broke the card network’s rules',
  incorrect_account_details: 'the account details were wrong',
  insufficient_funds: 'there wasn’t enough money in the account',
  bank_cannot_process: 'the customer’s bank could not process the payment',
  debit_not_authorized: 'the customer says they did not authorise the payment',
  customer_initiated: 'the customer asked their bank for the money back',
  check_returned: 'the payment was returned',
  general: 'no particular reason was given',
}

/** The label of a dispute's reason, as the middle of a sentence; an unknown reason with spaces for underscores. */
export function disputeReason(reason: string): string {
  return disputeReasons[reason] ?? (reason.replaceAll('_', ' ').trim() || 'no reason is given')
}

// Stripe's reasons of a failed refund.
const refundFailures: Record<string, string> = {
  lost_or_stolen_card: 'the card was reported lost or stolen',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  charge_for_pending_refund_disputed: 'the customer disputed the payment while the refund was on its way',
  insufficient_funds: 'your balance at the payment provider was too low',
  merchant_request: 'the refund was stopped at the shop’s request',
  declined: 'the bank declined it',
  canceled: 'it was cancelled',
  unknown: 'the bank gives no reason',
}

/** The label of a refund's failure, as the middle of a sentence; a sentence of the provider unchanged. */
export function refundFailure(failure: string): string {
  const plain = failure.trim().replace(/\.$/, '')
  return refundFailures[plain] ?? (/^[a-z]+(_[a-z]+)+$/.test(plain) ? plain.replaceAll('_', ' ') : plain)
}

const refundStates: Record<string, string> = {
  requested: 'was requested',
  pending: 'is on its way',
  succeeded: 'was completed',
  failed: 'failed',
}

/** The label of a refund's state: 'is on its way'. */
export function refundState(state: string): string {
  return refundStates[state] ?? state
}

/** Capitalizes the first letter and ends with a full stop. */
export function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`
}

/** A note beside a refund that failed after its e-mail was sent. */
export const refundEmailSentNote =
  'The customer has already been e-mailed that the refund was sent, so please write to them.'
