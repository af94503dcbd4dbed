/** What a rehearsal pretends. `letters`: they go to the shop's own mailbox and to nobody. */
export type Rehearsal = { payments: 'pretended' | 'test'; letters: 'mailbox' | 'sent' }

/** The line that says so in the back office. */
export function rehearsalWords({ payments, letters }: Rehearsal): string {
  const paid = payments === 'pretended' ? 'payments are pretended' : 'payments are tests at the payment company'
  return `Rehearsal: ${paid}, letters ${letters === 'mailbox' ? 'go to the mailbox.' : 'are truly sent.'}`
}
