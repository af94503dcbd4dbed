/**
 * The parts of a rehearsal that are not real. `emails` is `mailbox` when e-mails go to the shop's own mailbox only.
 */
export type Rehearsal = { payments: 'pretended' | 'test'; emails: 'mailbox' | 'sent' }
