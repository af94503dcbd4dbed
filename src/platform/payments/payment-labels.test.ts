import { expect, test } from 'vitest'
import { asSentence, disputeReason, isQuestion, refundFailure, refundState } from './payment-labels.ts'

test('the payment provider’s codes have labels, and unknown ones are shown with spaces', () => {
  expect(disputeReason('fraudulent')).toBe('the cardholder says they did not buy this')
  expect(disputeReason('something_new')).toBe('something new')
  expect(disputeReason('')).toBe('no reason is given')
  expect(refundFailure('lost_or_stolen_card')).toBe('the card was reported lost or stolen')
  expect(refundFailure('something_new')).toBe('something new')
  expect(refundFailure('Only £53.50 was left at the payment provider.')).toBe(
    'Only £53.50 was left at the payment provider',
  )
  expect(refundState('pending')).toBe('is on its way')
  expect(refundState('something')).toBe('something')
  expect(asSentence(refundFailure('declined'))).toBe('The bank declined it.')
  expect(isQuestion('warning')).toBe(true)
  expect(isQuestion('needs_response')).toBe(false)
})
