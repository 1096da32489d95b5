/**
 * Places before and after each write, call and commit of a money path, at which a test can end the process as a power
 * cut would. FAILPOINTS=refund.reserved ends it at the first hit, FAILPOINTS=refund.reserved@3 at the third; where it is
 * set but empty, the parent process names a place by a message. Production
 * refuses to start with it.
 */
export const FAILPOINTS = [
  'pay.start',
  'attempt.inserted',
  'reserve.committed',
  'provider.before',
  'provider.after',
  'settle.locked',
  'settle.ledger',
  'settle.before_commit',
  'settle.after_commit',
  'reply.before',
  'autopay.claimed',
  'capture.intended',
  'capture.provider_after',
  'webhook.verified',
  'webhook.stored',
  'webhook.settled',
  'webhook.done',
  'check.fetched',
  'cancel.sent',
  'reservation.released',
  'refund.reserved',
  'refund.provider_after',
  'refund.committed',
  'record.booked',
  'credit.applied',
  'credit.used',
  'mail.claimed',
  'mail.accepted',
  'mail.committed',
  'refresh.rotated',
  'migration.step',
] as const
export type Failpoint = (typeof FAILPOINTS)[number]

let armed = read(process.env.FAILPOINTS)

// Told by a message, a process that runs needn't be started anew for it, which would cost more than what is looked at.
if (process.env.FAILPOINTS !== undefined) {
  process.on('message', (said: { failpoint?: string }) => {
    if (said.failpoint === undefined) return
    armed = read(said.failpoint)
    process.send?.({ armed: said.failpoint })
  })
  process.channel?.unref()
}

/** Ends the process without a word when this place is armed; otherwise nothing at all. */
export function failpoint(name: Failpoint): void {
  if (armed !== null && armed.name === name && --armed.hitsLeft === 0) process.kill(process.pid, 'SIGKILL')
}

function read(text: string | undefined): { name: string; hitsLeft: number } | null {
  if (text === undefined || text === '') return null
  const [name, hits = '1'] = text.split('@')
  if (!(FAILPOINTS as readonly string[]).includes(name!) || !/^[1-9]\d*$/.test(hits))
    throw new Error(`FAILPOINTS: there is no ${text}. The names: ${FAILPOINTS.join(', ')}.`)
  return { name: name!, hitsLeft: Number(hits) }
}
