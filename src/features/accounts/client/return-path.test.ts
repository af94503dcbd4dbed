import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'
import { visitedPages } from './visited-pages.ts'

test('a sign-in returns to the last page of the shop, and never to another site or a sign-in page', () => {
  expect(returnPath()).toBe('/')
  visitedPages.push('/admin?tab=orders')
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '',
    'admin',
    '/auth',
    '/login?code=1',
    '/signup#x',
    '/new-password?token_hash=1',
    '/login/',
    '/Login',
    '/%6Cogin?x=%2F',
    '/auth//#in',
    '/\t/evil.example',
  ]) {
    visitedPages.push(path)
    expect(returnPath(), path).toBe('/admin?tab=orders')
  }
  visitedPages.push('/product/mary-dress')
  expect(returnPath()).toBe('/product/mary-dress')
})
