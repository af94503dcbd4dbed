import type { Row } from '../error-table.ts'
import { freshAddress, invalid } from '../error-world.ts'

export const mailRows: Row[] = [
  { name: 'recover: no address', ask: () => ({ path: '/recover', body: {} }), ...invalid },
  ...[undefined, 'recovery', 'magiclink', 'invite', 'toString'].map(
    (type): Row => ({
      name: `resend: type ${type}`,
      ask: () => ({ path: '/resend', body: { email: freshAddress(), type } }),
      ...invalid,
    }),
  ),
  ...['sms', 'phone_change'].map(
    (type): Row => ({
      name: `resend ${type}: no telephone number`,
      ask: () => ({ path: '/resend', body: { phone: 'my phone', type } }),
      ...invalid,
    }),
  ),
  {
    name: 'resend signup: a phone',
    ask: () => ({ path: '/resend', body: { phone: '+447700900123', type: 'signup' } }),
    ...invalid,
  },
  {
    name: 'resend sms: an address',
    ask: () => ({ path: '/resend', body: { email: freshAddress(), type: 'sms' } }),
    ...invalid,
  },
  { name: 'otp: neither address nor phone', ask: () => ({ path: '/otp', body: {} }), ...invalid },
  {
    name: 'otp: both',
    ask: () => ({ path: '/otp', body: { email: freshAddress(), phone: '+447700900123' } }),
    ...invalid,
  },
  {
    name: 'otp: an unknown address, and no account is wanted',
    ask: () => ({ path: '/otp', body: { email: freshAddress(), create_user: false } }),
    status: 422,
    code: 'otp_disabled',
    message: 'Signups not allowed for otp',
  },
  {
    name: 'otp: sign-ups off',
    shop: 'closed',
    ask: () => ({ path: '/otp', body: { email: freshAddress() } }),
    status: 422,
    code: 'signup_disabled',
  },
  {
    name: 'otp: by phone',
    ask: () => ({ path: '/otp', body: { phone: '+447700900123', channel: 'sms' } }),
    status: 400,
    code: 'phone_provider_disabled',
  },
]
