import pino from 'pino'

export type Log = pino.Logger

/** JSON lines on standard output. Secrets, tokens and e-mail addresses never reach a line: callers log ids. */
export function createLog({ level, name }: { level: string; name?: string }): Log {
  return pino({
    level,
    base: name ? { name } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: loggedError, err: loggedError },
    redact: { paths: ['*.authorization', '*.apikey', '*.password', '*.token', '*.email'], censor: '[hidden]' },
  })
}

type Quoting = { detail?: unknown; where?: unknown; cause?: unknown }

/**
 * How loud the line of every request is. In a terminal somebody reads along, and would lose what is told her once, such
 * as the first administrator's password: there it is for those who ask (`LOG_LEVEL=debug`).
 */
export const requestLevel = process.stdout.isTTY ? 'debug' : 'info'

/** What was thrown, as a line holds it: PostgreSQL's details quote whole rows, with the address of whoever is in them. */
export function loggedError(thrown: unknown): unknown {
  return thrown instanceof Error ? withoutRow(pino.stdSerializers.errWithCause(thrown)) : thrown
}

function withoutRow({ detail: _, where: __, cause, ...rest }: Quoting): object {
  const isError = typeof cause === 'object' && cause !== null
  return { ...rest, ...(cause !== undefined && { cause: isError ? withoutRow(cause) : cause }) }
}
