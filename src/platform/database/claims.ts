export type Role = 'anon' | 'authenticated' | 'service_role'

/** What a verified token says of its bearer; policies read it as `request.jwt.claims`. */
export type Claims = {
  role: Role
  sub?: string
  session_id?: string
  aal?: string
  email?: string
  [claim: string]: unknown
}

export const anonymous: Claims = { role: 'anon' }
export const service: Claims = { role: 'service_role' }

/** Who asks, for the audit log: triggers read these by `current_setting`. */
export type RequestContext = { requestId?: string; ip?: string }
