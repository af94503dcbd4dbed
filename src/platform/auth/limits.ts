import { limit } from '../http/limits/rate-limit.ts'

const fiveMinutes = 300

/** How often one client may call, from the contract's section 4; each endpoint counts separately. */
export const limits = {
  token: () => limit('auth.token', { max: 150, perSeconds: fiveMinutes }),
  refresh: () => limit('auth.refresh', { max: 150, perSeconds: fiveMinutes }),
  /** /signup, /recover, /resend, /otp, /magiclink, PUT /user, /reauthenticate. */
  mail: (endpoint: string) => limit(`auth.${endpoint}`, { max: 30, perSeconds: fiveMinutes }),
  verify: () => limit('auth.verify', { max: 30, perSeconds: fiveMinutes }),
  /** Challenge and verify of factors. */
  factors: (endpoint: string) => limit(`auth.factors.${endpoint}`, { max: 15, perSeconds: 60 }),
}
