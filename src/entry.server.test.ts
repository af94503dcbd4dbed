import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { pageNotesContext } from '#infrastructure/http/page-context.ts'
import { handleError, onRenderError } from './entry.server.tsx'

const request = new Request('http://localhost/shop', { method: 'POST' })

function contextNoting(said: string[]) {
  const context = new RouterContextProvider()
  context.set(pageNotesContext, {
    validUntil: () => undefined,
    unavailable: () => said.push('unavailable'),
    firstPicture: () => undefined,
  })
  return context
}

test('a method no page takes is an answer; what a loader throws is a fault and is reported', () => {
  const reported: unknown[] = []
  onRenderError((error) => reported.push(error))
  const answer = (status: number) => ({ status, statusText: '', internal: true, data: '' })
  const fault = new Error('our own mistake')
  const said: string[] = []
  for (const error of [answer(405), answer(404), fault, answer(500), null]) {
    handleError(error, { request, context: contextNoting(said) })
  }
  expect(reported).toEqual([fault, answer(500), null])
  expect(said).toEqual([])
})

test('a page whose data could not be asked for is unavailable, not broken', () => {
  const said: string[] = []
  for (const code of ['PGRST000', 'PGRST001', 'PGRST003', 'PGRST100', '42501']) {
    const error = new Error('The garments could not be read', { cause: { code, message: '' } })
    handleError(error, { request, context: contextNoting(said) })
  }
  expect(said).toHaveLength(3)
})
