import { callFunction } from '#platform/client/functions.ts'
import { sendForm, type Wrong } from '#platform/client/send-form.ts'
import { type ReturnKind, returnPhotographs } from './return.ts'
import { type Upload, uploadPhotograph } from './upload-photograph.ts'

export type NewReturn = {
  token: string
  id: string
  kind: ReturnKind
  lines: { id: number; quantity: number }[]
  reason: string
  photographs: string[]
}

const unreachable = 'That didn’t reach us. What you typed is still here: please check your connection and try again.'

/** Sends a declaration; null on success. Never throws. Browser only. */
export function sendReturn(declared: NewReturn): Promise<Wrong | null> {
  return sendForm('request-return', declared, { fields: ['reason', 'photographs'], unreachable })
}

/** Uploads a photograph of a fault for the owner's eyes. Never throws. Browser only. */
export function uploadFault(token: string, file: File): Promise<Upload> {
  const reserve = () => callFunction<{ name: string; token: string }>('return-photograph', { token })
  return uploadPhotograph(file, { bucket: returnPhotographs, reserve })
}
