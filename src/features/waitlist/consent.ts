/** The consent text beside the waitlist field, stored with the address. */
export const waitlistConsent =
  'We’ll write to this address when it can be ordered again, and use it for nothing else. We delete it a week after we’ve told you, or after twelve months.'
