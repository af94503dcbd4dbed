import * as functions from './functions.ts'
import { toRequestError } from './request-error.ts'

/** Why a function was not done. */
export type Failure = { code: string; said: string; words: string; details?: unknown; isLost: boolean }

export type Called<Value> = { value: Value; failure?: undefined } | { value?: undefined; failure: Failure }

/** `readFunction` and `callFunction` of `functions.ts` with the error as a value, for screens without queries. */
export async function callFunction<Value>(
  name: string,
  body?: object,
  { patienceMs }: { patienceMs?: number } = {},
): Promise<Called<Value>> {
  const options = patienceMs === undefined ? {} : { timeoutMs: patienceMs }
  try {
    const value = body
      ? await functions.callFunction<Value>(name, body, options)
      : await functions.readFunction<Value>(name, options)
    return { value }
  } catch (thrown) {
    const { code, status, serverMessage, message, details, isUnreachable } = toRequestError(thrown)
    return {
      failure: {
        code,
        said: status === 401 ? message : serverMessage,
        words: message,
        details,
        isLost: isUnreachable,
      },
    }
  }
}
