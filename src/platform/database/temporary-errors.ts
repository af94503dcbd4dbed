/**
 * The server is shutting down (57P0x), or accepts no writes (25006) because another one has become the primary: the
 * next connection may lead to a server that does.
 */
const spentCodes = /^(25006|57P0[1-5])$/

/** 08: the connection failed. 53: no room, memory or connection left. 3D000: the database is being replaced. */
const awayCodes = /^(08...|53...|3D000)$/

const networkCodes = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** Messages of the driver and of pg-boss that have no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout|Cannot use a pool|LISTEN\/NOTIFY connection)/

/** Whether a connection that failed in this way must not be used again. */
export function isConnectionSpent(error: unknown): boolean {
  return spentCodes.test(codeOf(error)) || messageOf(error) === 'Query read timeout'
}

/** Whether the server behind a connection takes no writes. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/** Whether the database is unreachable, full or read-only now. A statement timeout is not included. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  return (
    spentCodes.test(code) || awayCodes.test(code) || networkCodes.test(code) || driverMessages.test(messageOf(error))
  )
}

/** Whether a retry may succeed soon: the database is unreachable, or other transactions held locks. */
export function isTemporary(error: unknown): boolean {
  return isDatabaseAway(error) || /^(55P03|57014)$/.test(codeOf(error))
}

// pg-boss copies errors into plain objects.
function codeOf(error: unknown): string {
  return textOf(error, 'code')
}

function messageOf(error: unknown): string {
  return textOf(error, 'message')
}

function textOf(error: unknown, name: 'code' | 'message'): string {
  const value = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}
