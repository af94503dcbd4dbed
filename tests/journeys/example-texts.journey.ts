import { listShown } from '#features/content/documents/read-documents.ts'
import { findExampleTexts } from '#features/content/example-texts.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

const plain = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

test('every text that is called an example is on its page, and the settings list each', async ({ page, shop }) => {
  const examples = findExampleTexts(listShown({ pages: new Map(), redirects: new Map() }, new Date()))
  for (const { path, text } of examples) {
    const html = plain(await (await page.request.get(`${shop.url}${path}`)).text())
    expect(html.includes(text), `${path}: ${text}`).toBe(true)
  }
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/settings?section=all`)
  const section = page.getByRole('region', { name: 'Example texts' })
  await expect(section.getByRole('listitem')).toHaveCount(examples.length)
  for (const { text } of examples) await expect(section.getByText(`“${text}”`)).toBeVisible()
})
