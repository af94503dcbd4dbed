import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

// A trace requests large responses again, blob URLs included, which the page's policy blocks.
test.use({ trace: 'off' })
test.setTimeout(300_000)

test('a photograph over the limit of bytes or of pixels is scaled down, another format becomes JPEG, and an unusable one gets advice', async ({
  page,
  shop,
}) => {
  const name = `Rahab Cloak ${crypto.randomUUID().slice(0, 6)}`
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill(name)
  await page.getByLabel('Description').fill('Long.')
  await page.getByLabel('Price').fill('120')
  const noise = sharp(randomBytes(2_700 * 2_100 * 3), { raw: { width: 2_700, height: 2_100, channels: 3 } })
  // A portrait photograph from a phone has rotated pixels.
  const buffer = await noise
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  expect(buffer.length).toBeGreaterThan(10_000_000)
  // 48 megapixels in few bytes, as the cameras of phones have them.
  const wide = await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const gif = await sharp('db/catalogue/pictures/ruth-skirt.jpg').resize(300).gif().toBuffer()
  await page.getByLabel('Product Image').setInputFiles([
    { name: 'IMG_4.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'back.gif', mimeType: 'image/gif', buffer: gif },
    { name: 'IMG_6.jpg', mimeType: 'image/jpeg', buffer: wide },
    { name: 'IMG_5.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
  ])
  await expect(page.getByText('Making it smaller…')).toBeVisible()
  await expect(page.getByText('IMG_5.HEIC can’t be used. Please save it as JPEG.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Choose another in its place, or remove it.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('All pictures are uploaded.')).toBeAttached({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product added successfully')).toBeVisible()
  const stored = await shop.rows<{ name: string; size: number; width: number; height: number }>(
    `select o.name, (o.metadata ->> 'size')::int as size, (one ->> 'width')::int as width, (one ->> 'height')::int as height
       from products p
      cross join jsonb_array_elements(p.pictures) with ordinality as shown (one, place)
       join storage.objects o on (one ->> 'url') like '%/' || o.name
      where p.name = $1 order by place`,
    [name],
  )
  expect(stored).toEqual([
    {
      name: expect.stringMatching(/\.jpg$/),
      size: expect.any(Number),
      width: expect.any(Number),
      height: expect.any(Number),
    },
    { name: expect.stringMatching(/\.jpg$/), size: expect.any(Number), width: 300, height: expect.any(Number) },
    { name: expect.stringMatching(/\.jpg$/), size: expect.any(Number), width: 3000, height: 2250 },
  ])
  const [photo] = stored
  expect(photo?.height).toBeGreaterThan(photo?.width ?? 0)
})
