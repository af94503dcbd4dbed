import pino from 'pino'
import { countInOutage } from './database/outages.ts'

export type Log = pino.Logger

/**
 * JSON lines on standard output. A line about an error that belongs to an outage is counted, not written: the outage
 * has one line when it begins and one when it ends. Secrets, tokens and e-mail addresses never reach a line: callers
 * log ids.
 */
export function createLog({
  level,
  name,
  to,
}: {
  level: string
  name?: string
  /** Instead of standard output. */
  to?: pino.DestinationStream
}): Log {
  const options: pino.LoggerOptions = {
    level,
    base: name ? { name } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: loggedError, err: loggedError },
    hooks: {
      logMethod(args, method) {
        const [line] = args as unknown[]
        const error = typeof line === 'object' && line !== null && 'error' in line ? line.error : undefined
        if (!countInOutage(error)) method.apply(this, args)
      },
    },
    redact: { paths: ['*.authorization', '*.apikey', '*.password', '*.token', '*.email'], censor: '[hidden]' },
  }
  return to ? pino(options, to) : pino(options)
}

type Quoting = { detail?: unknown; where?: unknown; cause?: unknown }

/**
 * The log level of request lines. In a terminal they are written only with `LOG_LEVEL=debug`: otherwise they would
 * scroll away what is printed once, such as the first administrator's password.
 */
export const requestLevel = process.stdout.isTTY ? 'debug' : 'info'

/**
 * A thrown value in the form that the log may contain: PostgreSQL's details quote whole rows with e-mail addresses, so
 * they are removed.
 */
export function loggedError(thrown: unknown): unknown {
  return thrown instanceof Error ? withoutRow(pino.stdSerializers.errWithCause(thrown)) : thrown
}

function withoutRow({ detail: _, where: __, cause, ...rest }: Quoting): object {
  const isError = typeof cause === 'object' && cause !== null
  return { ...rest, ...(cause !== undefined && { cause: isError ? withoutRow(cause) : cause }) }
}

/**
 * What an error says, or its cause, if it has one: `fetch` itself says only “fetch failed”. A host with several addresses
 * that all refuse gives an AggregateError, which has no message of its own.
 */
export function causeOf(reason: unknown): string {
  const error = reason instanceof Error && reason.cause instanceof Error ? reason.cause : (reason as Error)
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map((each) => (each as Error).message))].join('; ')
  }
  return error.message
}
