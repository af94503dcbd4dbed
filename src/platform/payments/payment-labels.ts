/** Whether a bank only asks: nothing is taken, and money given back now ends it. */
export function isQuestion(status: string): boolean {
  return status === 'warning'
}

// The reasons Stripe documents for a dispute; after 'The customer’s bank asks: '.
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

/** Why a customer's bank asks about a payment, as the middle of a sentence; a reason nobody knows as it is. */
export function disputeReason(reason: string): string {
  return disputeReasons[reason] ?? (reason.replaceAll('_', ' ').trim() || 'no reason is given')
}

// The reasons Stripe documents for a refund that failed.
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

/** Why money did not go back, as the middle of a sentence; a sentence of the payment company as it is. */
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

/** How a refund stands: 'is on its way back'. */
export function refundState(state: string): string {
  return refundStates[state] ?? state
}

/** 'She says so' of 'she says so': words as the start of a sentence. */
export function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`
}

/** What the owner should know beside a refund that failed after its letter had left. */
export const toldThatItWasSent = 'She has a letter saying that this money was sent; write to her.'
