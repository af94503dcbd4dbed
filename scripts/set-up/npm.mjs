import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { SetUpError } from './log-step.mjs'

const unreachable = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i
const wrongHash = /EINTEGRITY/

/** Runs npm: the calling one, or the one in PATH. `purpose` completes "npm could not …". */
export async function npm(args, { purpose, node = process.execPath }) {
  const cli = process.env.npm_execpath
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  // npm would read the variables it sets for its scripts as settings of this call.
  for (const name of Object.keys(env)) if (/^npm_(lifecycle|package|command)/.test(name)) delete env[name]
  const isScript = cli?.endsWith('.js') && /npm-cli/.test(cli)
  const [command, first] = isScript ? [node, [cli]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const { code, said } = await collect(
    spawn(command, [...first, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] }),
  )
  if (code === 0) return
  if (code === null) throw new SetUpError(`npm could not ${purpose}: there is no npm on this machine.`)
  if (wrongHash.test(said)) {
    throw new SetUpError(
      `npm could not ${purpose}: what the registry sent is not what this shop expects (its hash differs). Nothing of it was used.`,
    )
  }
  process.stderr.write(said)
  throw new SetUpError(
    unreachable.test(said)
      ? `npm could not ${purpose}: the package registry cannot be reached (see "npm config get registry").`
      : `npm could not ${purpose}; its own words are above.`,
  )
}

function collect(child) {
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, said }))
    child.once('close', (code) => resolve({ code: code ?? 1, said }))
  })
}
