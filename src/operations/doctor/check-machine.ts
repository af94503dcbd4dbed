import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { listKeptClusters } from '#platform/database/embedded/upgrade-cluster.ts'
import type { Config } from '../config/environment.ts'
import { type Checks, error, ok, warning } from './finding.ts'

const mib = 1_048_576
/** Uploads are refused below 64 MiB (`requireSpace`); a backup of a small shop needs some hundred. */
const leastMib = 64
const fewMib = 1_024

/** Node, the data folder and its disk, files kept by an upgrade, and the generated secret. */
export function checkMachine(config: Config, dataDir: string): Checks {
  return {
    async Node() {
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
      return major > 24 || (major === 24 && minor >= 7)
        ? ok(process.versions.node)
        : error(process.versions.node, 'Install Node 24.7 or newer, or run the command with npm, which brings it.')
    },
    async disk() {
      await mkdir(dataDir, { recursive: true })
      await access(dataDir, constants.W_OK)
      const { bavail, bsize } = await statfs(dataDir)
      const freeMib = Math.floor((bavail * bsize) / mib)
      const found = `${dataDir} can be written, with ${freeMib} MiB free`
      const cure = 'Free up some space, or move DATA_DIR to a larger disk.'
      if (freeMib < leastMib) return error(found, cure)
      return freeMib < fewMib ? warning(found, cure) : ok(found)
    },
    async upgrade() {
      const kept = await listKeptClusters({ dataDir: join(dataDir, 'postgres') })
      return kept.map((path) =>
        warning(
          `${path} was kept when PostgreSQL was upgraded`,
          'Once the shop has run well for a few days, remove it: npm run shop -- db confirm-upgrade',
        ),
      )
    },
    async secret() {
      if (config.JWT_SECRET) return ok('JWT_SECRET is set')
      const file = join(dataDir, 'jwt-secret')
      const found = await stat(file).catch(() => null)
      if (!found) return warning(`${file} does not exist yet`, 'The next start creates it.')
      return found.mode & 0o077
        ? error(`other users can read ${file}`, `Run: chmod 600 ${file}`)
        : ok(`only its owner can read ${file}`)
    },
  }
}
