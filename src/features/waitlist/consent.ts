/** The consent text beside the waitlist field, stored with the address. */
export const waitlistConsent =
  'We’ll e-mail you when you can order it again and use your address for nothing else. We delete it a week after that e-mail, or after twelve months.'
