import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A body as it is, and smaller where a client takes that. */
export type Encoded = { identity: Buffer; br?: Buffer; gzip?: Buffer }

/** Below this many bytes a compressed body saves nothing worth a header. */
const worthBytes = 1_000

/** Adds the smaller forms. `quality` is brotli's: 5 for pages that are kept, 9 for files whose best forms are missing. */
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

/**
 * The form for who waits for a body that was made just now: 90 kB take half a millisecond, which is less than handing
 * them to another thread and back, and come out a tenth larger than at the quality that is kept.
 */
export function encodeNow(identity: Buffer<ArrayBuffer>, accepted: string | undefined): ChosenNow {
  if (identity.length < worthBytes) return { body: identity, encoding: null }
  if (takes(accepted, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
    return { body: brotliCompressSync(identity, { params }), encoding: 'br' }
  }
  if (takes(accepted, 'gzip')) return { body: gzipSync(identity, { level: 1 }), encoding: 'gzip' }
  return { body: identity, encoding: null }
}

type ChosenNow = Chosen & { body: Buffer<ArrayBuffer> }
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
