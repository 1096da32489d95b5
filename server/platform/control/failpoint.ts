import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Places before and after each write, call and commit of a money path, at which a test can let something go wrong.
 * FAILPOINTS=refund.reserved ends the process at the first hit, as a power cut would; FAILPOINTS=refund.reserved@3 at
 * the third. Behind a colon stands what happens instead: refund.reserved:throw, :delay, or :drop, which cuts the
 * connection of whoever called. Several are set apart by commas, and * is every place. Where it is set but empty, the
 * parent process says it by a message. Production refuses to start with it.
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
  'reply.sent',
  'challenge.intended',
  'challenge.provider_after',
  'challenge.committed',
  'capture.intended',
  'capture.provider_before',
  'capture.provider_after',
  'capture.before_commit',
  'capture.committed',
  'authorized.intended',
  'authorized.provider_before',
  'authorized.provider_after',
  'authorized.before_commit',
  'authorized.committed',
  'webhook.verified',
  'webhook.stored',
  'webhook.settled',
  'webhook.done',
  'check.claimed',
  'check.fetched',
  'check.committed',
  'cancel.before',
  'cancel.sent',
  'cancel.committed',
  'reservation.released',
  'return.booked',
  'late_charge.inserted',
  'late_charge.booked',
  'late_charge.before_commit',
  'outside_refund.inserted',
  'outside_refund.booked',
  'refund.inserted',
  'refund.reserved',
  'refund.provider_before',
  'refund.provider_after',
  'refund.ledger',
  'refund.before_commit',
  'refund.committed',
  'refund_check.claimed',
  'refund_check.fetched',
  'refund_check.committed',
  'autopay.noticed',
  'autopay.begun',
  'autopay.claimed',
  'autopay.charged',
  'autopay.settled',
  'consent.recorded',
  'consent.agreed',
  'consent.ended',
  'consent.withdrawn',
  'compare.claimed',
  'compare.opened',
  'compare.closed',
  'compare.compared',
  'compare.finished',
  'recheck.intended',
  'recheck.asked',
  'recheck.settled',
  'recheck.before_commit',
  'recheck.committed',
  'case.closed',
  'case.before_commit',
  'record.inserted',
  'record.booked',
  'invoice.drafted',
  'invoice.booked',
  'invoice.sent',
  'edit.booked',
  'edit.before_commit',
  'void.booked',
  'void.before_commit',
  'write_off.booked',
  'write_off.before_commit',
  'memo.inserted',
  'memo.booked',
  'memo.void_booked',
  'memo.voided',
  'credit.inserted',
  'credit.applied',
  'credit.unapply_marked',
  'credit.unapplied',
  'credit.use_booked',
  'credit.used',
  'import.uploaded',
  'import.checked',
  'import.started',
  'import.booked',
  'import.written',
  'import.batch_before_commit',
  'import.batch_committed',
  'import.done',
  'mail.claimed',
  'mail.accepted',
  'mail.committed',
  'portal.logged_in',
  'refresh.rotated',
  'migration.step',
] as const
export type Failpoint = (typeof FAILPOINTS)[number]

/** What happens at a place: the process ends, an error is thrown, time passes, the caller's connection is cut. */
export const MISHAPS = ['kill', 'throw', 'delay', 'drop'] as const
export type Mishap = (typeof MISHAPS)[number]

/** What a process tells its parent of a place where it met something else than its end. */
export interface Met {
  readonly met: Failpoint
  /** Whether there was a caller, whose connection could be cut. */
  readonly called: boolean
}

interface Armed {
  readonly mishap: Mishap
  hitsLeft: number
}

const DELAY_MS = 150

let armed = read(process.env.FAILPOINTS)
const callers = process.env.FAILPOINTS === undefined ? null : new AsyncLocalStorage<Connection>()

interface Connection {
  destroy(): unknown
}

// Told by a message, a process that runs needn't be started anew for it, which would cost more than what is looked at.
if (process.env.FAILPOINTS !== undefined) {
  process.on('message', (said: { failpoint?: string }) => {
    if (said.failpoint === undefined) return
    armed = read(said.failpoint)
    process.send?.({ armed: said.failpoint })
  })
  process.channel?.unref()
}

/** Does what this place is armed with; where nothing is, which is always so in production, it is one comparison. */
export function failpoint(name: Failpoint): Promise<void> | null {
  return armed === null ? null : meet(name, armed)
}

/** Runs the work of one call, so that a place in it can cut the connection by which it came. */
export const calledOver = <T>(connection: Connection, work: () => Promise<T>): Promise<T> =>
  callers === null ? work() : callers.run(connection, work)

async function meet(name: Failpoint, places: ReadonlyMap<Failpoint, Armed>): Promise<void> {
  const here = places.get(name)
  if (!here || --here.hitsLeft !== 0) return
  if (here.mishap === 'kill') process.kill(process.pid, 'SIGKILL')
  const caller = callers?.getStore()
  process.send?.({ met: name, called: caller !== undefined } satisfies Met)
  if (here.mishap === 'throw') throw new Error(`The failpoint ${name} was met.`)
  if (here.mishap === 'delay') await sleep(DELAY_MS)
  if (here.mishap === 'drop') caller?.destroy()
}

function read(text: string | undefined): ReadonlyMap<Failpoint, Armed> | null {
  if (text === undefined || text === '') return null
  return new Map(text.split(',').flatMap((part) => readPlaces(part)))
}

function readPlaces(part: string): [Failpoint, Armed][] {
  const [place = '', mishap = 'kill'] = part.split(':')
  const [name, hits = '1'] = place.split('@')
  const names = name === '*' ? FAILPOINTS : FAILPOINTS.filter((one) => one === name)
  if (names.length === 0 || !isMishap(mishap) || !/^[1-9]\d*$/.test(hits))
    throw new Error(`FAILPOINTS: there is no ${part}. The names: ${FAILPOINTS.join(', ')}.`)
  return names.map((one) => [one, { mishap, hitsLeft: Number(hits) }])
}

// Called while this module is read, so it has to be there already.
function isMishap(text: string): text is Mishap {
  return MISHAPS.some((mishap) => mishap === text)
}
