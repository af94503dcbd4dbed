import { createHmac, randomUUID } from 'node:crypto'

export type AlertWebhook = { url: string; secret?: string | undefined; timeoutMs?: number }

/**
 * Posts JSON. With a secret the request is signed as Standard Webhooks describe: the HMAC-SHA256 of id, time and body,
 * under the bytes of the secret. Rejects unless the response is 2xx.
 */
export async function callAlertWebhook(
  { url, secret, timeoutMs = 10_000 }: AlertWebhook,
  content: object,
): Promise<void> {
  const body = JSON.stringify(content)
  const id = `msg_${randomUUID()}`
  const time = String(Math.floor(Date.now() / 1_000))
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      ...(secret && { 'webhook-signature': `v1,${signWebhook(secret, `${id}.${time}.${body}`)}` }),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the receiver of alerts answered ${response.status}`)
}

/** A secret `whsec_…` is base64, as that standard's libraries write it; any other text is used as it is. */
function signWebhook(secret: string, content: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
  return createHmac('sha256', key).update(content).digest('base64')
}
