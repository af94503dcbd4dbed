import { expect, test } from 'vitest'
import { noticeFor, withPlainDomain } from './sign-up-for-launch.ts'

test('an added address gets a notice', () => {
  expect(noticeFor(null, { done: true, doubleOptIn: false })).toMatchObject({
    title: 'Success!',
    description: "You'll be notified when pre-orders open.",
  })
})

test('with double opt-in, the notice asks for the confirmation and promises nothing', () => {
  expect(noticeFor(null, { done: true, doubleOptIn: true })).toEqual({
    title: 'Nearly there',
    description: 'Please confirm using the link we’ve sent you.',
    tone: 'success',
  })
})

test('an address that is already on the list gets a notice, not an error', () => {
  const notice = noticeFor('23505', { done: false, doubleOptIn: true })
  expect(notice).toEqual({
    title: 'Already registered',
    description: 'This email is already on our notification list.',
  })
})

test('any other failure suggests a retry', () => {
  for (const code of [null, '42501', '23514']) {
    expect(noticeFor(code, { done: false, doubleOptIn: true })).toMatchObject({
      title: 'Error',
      description: 'Something went wrong. Please try again.',
      tone: 'error',
    })
  }
})

test('an address at an internationalised domain is stored in its ASCII form', () => {
  expect(withPlainDomain('ruth@bücher.example')).toBe('ruth@xn--bcher-kva.example')
  for (const same of ['mary@example.co.uk', 'mary', '@bücher.example', 'mary@bü cher.example', 'm@', '']) {
    expect(withPlainDomain(same)).toBe(same)
  }
})
