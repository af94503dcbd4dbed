import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { execute } from './execute.mjs'
import { logStep, SetUpError } from './log-step.mjs'

const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * The path of a Chromium: `CHROMIUM_PATH`; Debian's headless shell, which opens a page in a sixth of the processor time
 * of a whole browser and is installed by apt-get for root on Debian; the machine's; Playwright's. Otherwise Playwright
 * installs one.
 */
export async function prepareBrowser(node) {
  const given = process.env.CHROMIUM_PATH
  if (given && !runs(given)) throw new SetUpError(`CHROMIUM_PATH is ${given}, which is no browser that runs.`)
  const found = given ?? findBrowser()
  if (found && (given || found.endsWith(headlessShell))) return found
  const installed = installByApt() ?? found ?? (await installByPlaywright(node))
  if (installed) return installed
  throw new SetUpError('The tests need a Chromium: install one, or set CHROMIUM_PATH to it.')
}

function findBrowser() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const candidates = names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)))
  return [...candidates, ...applications, ...playwrightBrowsers()].find((path) => existsSync(path) && runs(path))
}

/** Whether the file is a browser: on Ubuntu it may be a script that refers to the snap store. */
function runs(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && /\d+\.\d+\.\d+/.test(stdout)
}

function playwrightBrowsers() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ]
  const inside = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-headless-shell-linux64/chrome-headless-shell',
  ]
  return caches
    .filter((cache) => cache && existsSync(cache))
    .flatMap((cache) => readdirSync(cache).map((name) => join(cache, name)))
    .filter((folder) => /chromium/.test(folder))
    .flatMap((folder) => inside.map((path) => join(folder, path)))
}

/** Undefined where apt-get is not available; the machine's browser where the package is not. */
function installByApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  // Ubuntu's package is empty and needs snapd.
  if (/^ID=ubuntu/m.test(readFileSync('/etc/os-release', 'utf8'))) return undefined
  logStep('installing Chromium’s headless shell by apt-get for the browser tests …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 }
  const apt = (...args) => spawnSync('apt-get', ['-q', '-y', ...args], options)
  apt('update')
  apt('install', '--no-install-recommends', headlessShell)
  return findBrowser()
}

async function installByPlaywright(node) {
  logStep("installing Playwright's Chromium for the browser tests …")
  const cli = 'node_modules/@playwright/test/cli.js'
  const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0
  await execute(node, [cli, 'install', ...(isRootOnLinux ? ['--with-deps'] : []), 'chromium'])
  return findBrowser()
}
