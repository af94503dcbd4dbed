import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Env } from './env.ts'

/**
 * Who is at the other end. Nothing the caller sends is believed unless TRUST_PROXY says whom to believe: the number of
 * proxies in front (the address that the outermost of them wrote to X-Forwarded-For), or the name of a header only they set.
 */
export function clientIp(trustProxy: string | undefined): (c: Context<Env>) => string {
  const hops = trustProxy && /^\d{1,2}$/.test(trustProxy) ? Number(trustProxy) : 0
  const header = trustProxy && hops === 0 && trustProxy !== '0' ? trustProxy.toLowerCase() : null
  return (c) => {
    const socket = c.env?.incoming?.socket.remoteAddress ?? 'local'
    if (header) return address(c.req.header(header)) ?? socket
    if (hops > 0) return address(c.req.header('x-forwarded-for')?.split(',').at(-hops)) ?? socket
    return socket
  }
}

function address(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return isIP(trimmed) ? trimmed : null
}

/** What a limit counts by: an IPv4 address, or the /64 of an IPv6 one, which a single customer owns whole. */
export function limitKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (isIP(ip) !== 6) return ip
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')
}
