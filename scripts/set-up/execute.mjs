import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { logStep } from './log-step.mjs'

/**
 * Runs Node with `args` and resolves to its exit code (128 and the signal's number when a signal ended it). That
 * Node comes first in PATH, so the command's child processes use it too.
 */
export function execute(node, args, extraEnv = {}) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`, ...extraEnv }
  // A process group of its own: Ctrl-C reaches the command once, from this process, and not again from the terminal.
  const child = spawn(node, args, { stdio: 'inherit', env, detached: process.platform !== 'win32' })
  const release = passSignalsOn(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      release()
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
}

/** Runs named steps in order, each `[name, args, env?]`, and stops at the first that fails. */
export async function executeAll(node, steps) {
  for (const [name, args, env] of steps) {
    logStep(`${name} …`)
    const code = await execute(node, args, env)
    if (code !== 0) {
      logStep(`${name}: failed`)
      return code
    }
  }
  return 0
}

// npm forwards signals that the terminal sends to this process too: the same signal within half a second counts once.
const sameSignalMs = 500

// A signal to npm ends only the shell between npm and this process, which then has another parent.
const isRunByNpm = process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32'

function passSignalsOn(child) {
  let last = { signal: '', at: 0 }
  const pass = (signal) => {
    const at = Date.now()
    if (signal === last.signal && at - last.at < sameSignalMs) return
    last = { signal, at }
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  const parent = process.ppid
  const watch = setInterval(() => {
    if (isRunByNpm && process.ppid !== parent) pass('SIGTERM')
  }, 250)
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, pass)
  }
}
