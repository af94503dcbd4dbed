import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readArchive, writeArchive } from '#platform/backup/archive.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

const password = 'a password of the file'

test('the day of the last backup is on the dashboard, and its download on Today, with a password of its own', async ({
  page,
  program,
  shop,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'journey-backups-'))
  const other = await program.startAnother({ BACKUP_TO: folder, WORKER: 'off' })
  try {
    await openDashboard(page, { ...shop, url: other.url })
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    const section = page.getByRole('region', { name: 'Backup' })
    await expect(section).toContainText('There is none yet. The shop makes one each day')
    await expectFits(page, [390, 1280])

    const made = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')
    const bytes = writeArchive(undefined, (archive) => archive.add('a.txt', Buffer.from('orders')))
    await writeFile(join(folder, `shop-${made}Z.tar.zst`), bytes)
    await page.reload()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page.getByText(/^Last backup: \d+ [A-Z][a-z]+ \d{4}\./)).toBeVisible()
    await expectFits(page, [390, 1280])
    await page.getByRole('link', { name: 'Download it on Today' }).click()
    await expect(section).toContainText(/The last one was made today at \d\d:\d\d \(0\.1 MB\)\./)
    await section.getByRole('button', { name: 'Download it' }).click()
    const form = section.getByRole('form', { name: 'Download the backup' })
    const field = form.getByLabel('A password for the file', { exact: true })
    await expect(field).toBeFocused()
    await field.fill('short')
    await form.getByRole('button', { name: 'Download it' }).click()
    await expect(form).toContainText('Please choose at least 12 characters.')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)

    await field.fill(password)
    const saving = page.waitForEvent('download')
    await form.getByRole('button', { name: 'Download it' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^shop-backup-\d{4}-\d\d-\d\d\.tar\.zst\.age$/)
    await expect(page.getByText('The backup is saved')).toBeVisible()
    const content = Readable.toWeb(createReadStream(await saved.path())) as ReadableStream<Uint8Array>
    for await (const entry of readArchive(content, password)) expect(await text(entry.content)).toBe('orders')
  } finally {
    await other.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
