import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A body as it is, and smaller where a client takes that. */
export type Encoded = { identity: Buffer; br?: Buffer; gzip?: Buffer }

/** Below this a compressed body saves nothing worth a header. */
const worthBytes = 1_000

/** Adds the smaller forms. `quality` is brotli's: 5 for pages made on request, 11 for files made once. */
export async function encode(identity: Buffer, quality: number): Promise<Encoded> {
  if (identity.length < worthBytes) return { identity }
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    zip(identity, { level: 6 }),
  ])
  return { identity, br, gzip: gz }
}

export type Chosen = { body: Buffer; encoding: 'br' | 'gzip' | null }

/** The smallest form the request's `Accept-Encoding` takes; `;q=0` is a no. */
export function choose(encoded: Encoded, accepted: string | undefined): Chosen {
  if (encoded.br && takes(accepted, 'br')) return { body: encoded.br, encoding: 'br' }
  if (encoded.gzip && takes(accepted, 'gzip')) return { body: encoded.gzip, encoding: 'gzip' }
  return { body: encoded.identity, encoding: null }
}

function takes(accepted: string | undefined, name: string): boolean {
  if (!accepted?.includes(name)) return false
  return accepted.split(',').some((part) => {
    const [coding, ...parameters] = part.trim().split(/\s*;\s*/)
    return coding === name && !parameters.some((each) => /^q=0(\.0*)?$/.test(each))
  })
}
