/** Whether a dispute is an inquiry: no money was taken, and a refund ends it. */
export function isQuestion(status: string): boolean {
  return status === 'warning'
}

// Stripe's reasons of a dispute; they follow 'The customer’s bank asks: '.
const disputeReasons: Record<string, string> = {
  fraudulent: 'the owner of the card says that she did not buy this',
  unrecognized: 'the owner of the card does not know what this payment was for',
  product_not_received: 'she says that the parcel never came',
  product_unacceptable: 'she says that it is not what was promised, or that it came damaged',
  duplicate: 'she says that she was charged twice',
  credit_not_processed: 'she says that she was promised money back and did not get it',
  subscription_canceled: 'she says that she had ended a subscription',
  noncompliant: 'the bank says that the payment broke a rule of its card company',
  incorrect_account_details: 'the details of the account were wrong',
  insufficient_funds: 'there was not enough in her account',
  bank_cannot_process: 'her bank could not take the payment',
  debit_not_authorized: 'she says that she did not allow the payment',
  customer_initiated: 'she asked her bank for the money back',
  check_returned: 'the payment was returned',
  general: 'the bank gives no particular reason',
}

/** The label of a dispute's reason, as the middle of a sentence; an unknown reason with spaces for underscores. */
export function disputeReason(reason: string): string {
  return disputeReasons[reason] ?? (reason.replaceAll('_', ' ').trim() || 'no reason is given')
}

// Stripe's reasons of a failed refund.
const refundFailures: Record<string, string> = {
  lost_or_stolen_card: 'the card was reported lost or stolen',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  charge_for_pending_refund_disputed: 'the customer disputed the payment while the money was on its way back',
  insufficient_funds: 'there was not enough in your balance at the payment company',
  merchant_request: 'the refund was stopped at the shop’s wish',
  declined: 'the bank refused it',
  canceled: 'it was cancelled',
  unknown: 'the bank gives no reason',
}

/** The label of a refund's failure, as the middle of a sentence; a sentence of the provider unchanged. */
export function refundFailure(failure: string): string {
  const plain = failure.trim().replace(/\.$/, '')
  return refundFailures[plain] ?? (/^[a-z]+(_[a-z]+)+$/.test(plain) ? plain.replaceAll('_', ' ') : plain)
}

const refundStates: Record<string, string> = {
  requested: 'is to go back',
  pending: 'is on its way back',
  succeeded: 'was given back',
  failed: 'did not go through',
}

/** The label of a refund's state: 'is on its way back'. */
export function refundState(state: string): string {
  return refundStates[state] ?? state
}

/** Capitalizes the first letter and ends with a full stop. */
export function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`
}

/** A note beside a refund that failed after its e-mail was sent. */
export const refundEmailSentNote = 'She has a letter saying that this money was sent; write to her.'
