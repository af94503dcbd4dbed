import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const version = '13.5.0'
const folder = resolve('node_modules/.cache/lighthouse')

/** The printed parts of a report: scores from 0 to 1, figures of audits, and their details. */
export type LighthouseResult = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: LighthouseResult } | undefined>

/**
 * Lighthouse, installed from the registry at its first use: with its dependencies it is 130 MB, a fifth of all
 * packages, for one command.
 */
export async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    await runNpm([
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `lighthouse@${version}`,
    ])
  }
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse }
  return lighthouse
}

function runNpm(args: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
    child.once('error', failed)
    child.once('exit', (code) => (code === 0 ? done() : failed(new Error('Lighthouse could not be installed'))))
  })
}
