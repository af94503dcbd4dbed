/** What a rehearsal pretends. `letters`: they go to the shop's own mailbox and to nobody. */
export type Rehearsal = { payments: 'pretended' | 'test'; letters: 'mailbox' | 'sent' }
