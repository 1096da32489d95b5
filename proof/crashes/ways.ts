import type { Failpoint } from '../../server/platform/registered-names.ts'
import { callUntilAnswered } from './caller.ts'
import { importInvoices } from './importing.ts'
import { issueInvoice } from './issuing.ts'
import { LATE } from './late.ts'
import { moveClock } from './moving-clock.ts'
import { aRequest, type Story, staff, type Turn } from './staff.ts'
import { STORIES } from './stories.ts'

/** The process in which a failpoint is met, the story that leads there, and which time it gets there. */
export type Way = readonly ['server' | 'worker' | 'either', Story, at?: number]

/** By a story that lets time pass afterwards: the story alone. */
const ALONE = new Map<Story, Story>()

/** The story, and then so much time that what falls due is worked off. */
function later(story: Story, duration: string): Story {
  const both: Story = async (turn, invoice) => {
    await story(turn, invoice)
    await moveClock(turn.origin, duration)
  }
  ALONE.set(both, story)
  return both
}

ALONE.set(LATE.heardOf, LATE.heardOfMeanwhile)
ALONE.set(LATE.askedAbout, LATE.askedAboutMeanwhile)

/** Without the time that passes: where several are told at once, no mail of one may grow old by the days of another. */
export const alone = (story: Story): Story => ALONE.get(story) ?? story

const mailInvoice: Story = (turn, invoice) => staff(turn, `invoices/${invoice}/send/`, aRequest())

const refresh: Story = async (turn) => {
  const body = { token: await turn.company.logIn() }
  await callUntilAnswered(turn.origin, { method: 'POST', path: '/api/profile/token-refresh/', body })
}

const issue = (turn: Turn) => issueInvoice(turn)

const at =
  (part: Way[0]) =>
  (story: Story, hit?: number): Way =>
    [part, story, ...(hit === undefined ? [] : [hit])] as unknown as Way
const server = at('server')
const worker = at('worker')
const either = at('either')

const byCard = server(STORIES.payByCard)
/** The first payment of that story keeps the card. */
const byStoredMethod = server(STORIES.payByStoredMethod, 2)
const byECheck = server(STORIES.payByECheck)
const byOrder = server(STORIES.payByOrder)
const clearing = later(STORIES.payByECheck, 'P4D')
const lost = either(later(STORIES.payLostAnswer, 'PT3M'))
const refund = server(STORIES.payAndRefund)
const lostRefund = either(later(STORIES.refundLostAnswer, 'PT3M'))
const letGo = server(STORIES.letGo)
const approved = server(STORIES.payApproved)
const authorized = server(STORIES.capture)
const creditBack = server(STORIES.takeCreditBack)
/** Told on the first day, or on the second where worker and clock looked at the same moment; charged a day after. */
const untilCharged = later(STORIES.payItself, 'P3D')
const byItself = either(untilCharged)
/** The first payment of that story is made by hand. */
const chargeByItself = either(untilCharged, 2)
const heardOf = either(LATE.heardOf)
const askedAbout = server(LATE.askedAbout)
const found = either(LATE.askedAbout)
const compared = either(later(STORIES.recordCheque, 'P1D'))
const givenBack = either(later(STORIES.giveBackOutside, 'PT1M'))
const edited = server(STORIES.edit)
const switched = server(STORIES.switchAutoPayments)
const switchedAgain = server(STORIES.switchAutoPayments, 2)
const imported = worker(STORIES.importInvoices)
const mail = worker(mailInvoice)

/** The ways to each failpoint; that to a migration's is its own test's. */
export const WAYS: Readonly<Record<Exclude<Failpoint, 'migration.step'>, readonly [Way, ...Way[]]>> = {
  'pay.start': [byCard, byStoredMethod, byECheck, byOrder, chargeByItself],
  'attempt.inserted': [byStoredMethod, byECheck, byOrder, byCard, chargeByItself],
  'reserve.committed': [byOrder, byCard, byStoredMethod, byECheck, chargeByItself],
  'provider.before': [byECheck, byCard, byStoredMethod, byOrder, chargeByItself],
  'provider.after': [byCard, byStoredMethod, byECheck, byOrder, chargeByItself],
  'settle.locked': [byStoredMethod, byCard, chargeByItself],
  'settle.ledger': [byCard, byStoredMethod, byOrder, chargeByItself],
  'settle.before_commit': [byOrder, byCard, byStoredMethod, byECheck, chargeByItself],
  'settle.after_commit': [byStoredMethod, byCard, byECheck, byOrder, chargeByItself],
  // After the commit of what is one transaction. A pay link is made and opened before it pays.
  'reply.before': [
    server(STORIES.payByCard, 3),
    server(issue),
    server(issue, 2),
    server(STORIES.voidInvoice),
    server(STORIES.writeOff),
    server(STORIES.recordCheque),
    creditBack,
    server(STORIES.takeCreditBack, 2),
    server(STORIES.takeCreditBack, 3),
    server(STORIES.takeCreditBack, 4),
  ],
  'reply.sent': [server(STORIES.payByCard, 3)],
  'challenge.intended': [approved],
  'challenge.provider_after': [approved],
  'challenge.committed': [approved],
  'capture.intended': [byOrder],
  'capture.provider_before': [byOrder],
  'capture.provider_after': [byOrder],
  'capture.before_commit': [byOrder],
  'capture.committed': [byOrder],
  'authorized.intended': [authorized],
  'authorized.provider_before': [authorized],
  'authorized.provider_after': [authorized],
  'authorized.before_commit': [authorized],
  'authorized.committed': [authorized],
  'webhook.verified': [server(clearing)],
  'webhook.stored': [server(clearing)],
  'webhook.settled': [either(clearing)],
  'webhook.done': [either(clearing)],
  'check.claimed': [lost],
  'check.fetched': [lost],
  'check.committed': [lost],
  'cancel.before': [letGo, server(later(STORIES.payChallenged, 'PT2H'))],
  'cancel.sent': [server(later(STORIES.payChallenged, 'PT2H')), letGo],
  'cancel.committed': [letGo, server(later(STORIES.payChallenged, 'PT2H'))],
  'reservation.released': [server(STORIES.payDeclined)],
  'return.booked': [either(later(STORIES.dispute, 'PT1M'))],
  'late_charge.inserted': [askedAbout, heardOf],
  'late_charge.booked': [askedAbout, heardOf],
  'late_charge.before_commit': [askedAbout, heardOf],
  'outside_refund.inserted': [givenBack],
  'outside_refund.booked': [givenBack],
  'refund.inserted': [refund],
  'refund.reserved': [refund],
  'refund.provider_before': [refund],
  'refund.provider_after': [refund],
  'refund.ledger': [refund],
  'refund.before_commit': [refund],
  'refund.committed': [refund],
  'refund_check.claimed': [lostRefund],
  'refund_check.fetched': [lostRefund],
  'refund_check.committed': [lostRefund],
  'autopay.noticed': [byItself],
  'autopay.begun': [byItself],
  'autopay.claimed': [byItself],
  'autopay.charged': [byItself],
  'autopay.settled': [byItself],
  'consent.recorded': [switched, switchedAgain],
  'consent.agreed': [switched, switchedAgain],
  'consent.ended': [switched, switchedAgain],
  'consent.withdrawn': [switched, switchedAgain],
  'compare.claimed': [compared],
  'compare.opened': [found],
  'compare.closed': [heardOf],
  'compare.compared': [compared],
  'compare.finished': [compared],
  'recheck.intended': [askedAbout],
  'recheck.asked': [askedAbout],
  'recheck.settled': [askedAbout],
  'recheck.before_commit': [askedAbout],
  'recheck.committed': [askedAbout],
  'case.closed': [askedAbout],
  'case.before_commit': [askedAbout],
  'record.inserted': [server(STORIES.recordCheque)],
  'record.booked': [server(STORIES.recordCheque)],
  'invoice.drafted': [server(issue)],
  'invoice.booked': [server(issue)],
  'invoice.sent': [server(issue)],
  'edit.booked': [edited],
  'edit.before_commit': [edited],
  'void.booked': [server(STORIES.voidInvoice)],
  'void.before_commit': [server(STORIES.voidInvoice)],
  'write_off.booked': [server(STORIES.writeOff)],
  'write_off.before_commit': [server(STORIES.writeOff)],
  'memo.inserted': [creditBack],
  'memo.booked': [creditBack],
  'memo.void_booked': [creditBack],
  'memo.voided': [creditBack],
  'credit.inserted': [server(STORIES.credit)],
  'credit.applied': [server(STORIES.credit)],
  'credit.unapply_marked': [creditBack],
  'credit.unapplied': [creditBack],
  'credit.use_booked': [server(STORIES.useCredit)],
  'credit.used': [server(STORIES.useCredit)],
  'import.uploaded': [server(STORIES.importInvoices)],
  'import.checked': [imported],
  'import.started': [server(STORIES.importInvoices)],
  'import.booked': [imported],
  'import.written': [imported],
  'import.batch_before_commit': [imported],
  // More than one transaction takes.
  'import.batch_committed': [worker(importInvoices(1010))],
  'import.done': [imported],
  'mail.claimed': [mail],
  'mail.accepted': [mail],
  'mail.committed': [mail],
  'portal.logged_in': [server(STORIES.logInAtPortal)],
  'refresh.rotated': [server(refresh), server(STORIES.logInAtPortal)],
}

/** Met by one story, one after the other: in the short run it is told once, and the server ends at each of them. */
export const IN_A_ROW: readonly (readonly (keyof typeof WAYS)[])[] = [
  [
    'recheck.intended',
    'recheck.asked',
    'late_charge.inserted',
    'late_charge.booked',
    'late_charge.before_commit',
    'recheck.settled',
    'recheck.before_commit',
    'recheck.committed',
    'case.closed',
    'case.before_commit',
  ],
  ['consent.recorded', 'consent.agreed', 'consent.ended', 'consent.withdrawn'],
  ['edit.booked', 'edit.before_commit'],
]

/** Where each way is another room's after the commit, all are gone in the short run too. */
export const EACH_WAY: ReadonlySet<string> = new Set<Failpoint>(['reply.before'])
