/**
 * Every point at which a test may kill the process, in the order of a purchase. Points between a call to the payment
 * provider and our own commit are where money could get lost.
 */
export const faultPoints = [
  'checkout.received', // the request has arrived, nothing of it was read
  'checkout.before-order-commit', // the order's rows are written and not committed
  'checkout.order-committed', // the order is committed, the provider was not called
  'checkout.page-made', // the provider has responded, nothing of it was written
  'checkout.before-page-commit',
  'checkout.page-committed', // the customer has no response yet
  'checkout.page-closed', // a changed cart's old page is closed at the provider, not yet here
  'webhook.received',
  'webhook.verified',
  'webhook.before-commit', // event and job are written and not committed
  'webhook.committed', // the provider has no response yet
  'settle.answered', // the provider has responded with the payment's state, nothing of it was written
  'settle.before-commit',
  'settle.committed',
  'refund.before-commit', // a refund is requested and not committed
  'refund.before-call', // it is committed, the provider was not called
  'refund.called', // the provider has the refund, nothing of it was written
  'refund.committed',
  'repair.before-commit',
  'repair.committed',
  'email.before-send', // leased and written
  'email.sent', // the mail server has the e-mail, nothing of it was written
  'upload.received', // all bytes of an upload are in memory, nothing is stored
  'upload.stored', // the bytes are in the store, no row names them
  'upload.row-written', // the object exists, the client has no response yet
] as const
export type FaultPoint = (typeof faultPoints)[number]
