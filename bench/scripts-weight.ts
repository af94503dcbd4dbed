import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'

export type Weight = { files: number; gzipBytes: number }

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']

/** The scripts a browser loads for one page before the first interaction: each file's gzip size, and inline scripts. */
export async function scriptsWeight(url: string, executablePath: string): Promise<Weight> {
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    const page = await browser.newPage()
    const sizes: number[] = []
    const reading: Promise<unknown>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      reading.push(response.body().then((body) => sizes.push(gzipSync(body).length)))
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await Promise.all(reading)
    const inline = await page.$$eval('script:not([src])', (scripts) =>
      scripts.map((script) => script.textContent ?? '').join('\n'),
    )
    return { files: sizes.length, gzipBytes: sizes.reduce((sum, size) => sum + size, gzipSync(inline).length) }
  } finally {
    await browser.close()
  }
}
