import type { Failpoint } from '../../../server/platform/registered-names.ts'
import { advanceClock } from '../advance-clock.ts'
import { callUntilAnswered } from '../call-api.ts'
import { importInvoices } from '../import-invoices.ts'
import { issueInvoice } from '../issue-invoice.ts'
import { LATE_CHARGE_SCENARIOS } from '../late-charge-scenarios.ts'
import { waiveEarlierFee, waiveLateFee } from '../late-fee-scenarios.ts'
import { SCENARIOS } from '../scenarios.ts'
import { callAsStaff, newRequestId, type Scenario, type ScenarioContext } from '../staff-calls.ts'
import { payCreditFirst, payWithCredit } from './credit-scenarios.ts'
import { paySeveral } from './pay-several.ts'
import { completePlan, confirmPaymentPlan, missInstallment, payInstallment } from './plan-scenarios.ts'
import { postToBooks, readBooks, useCreditInBooks } from './read-books.ts'

/** The process that hits a failpoint, the scenario that leads to it, and the number of the hit to use. */
export type FailpointTrigger = readonly [
  part: 'server' | 'worker' | 'either',
  scenario: Scenario,
  hit?: number,
]

/** Maps scenarios that advance the clock to the same scenarios without that step. */
const WITHOUT_CLOCK = new Map<Scenario, Scenario>()

/** Runs the scenario, then advances the clock by `duration` and runs the work that becomes due. */
function thenAdvance(scenario: Scenario, duration: string): Scenario {
  const both: Scenario = async (context, invoice) => {
    await scenario(context, invoice)
    await advanceClock(context.origin, duration)
  }
  WITHOUT_CLOCK.set(both, scenario)
  return both
}

WITHOUT_CLOCK.set(waiveLateFee, waiveEarlierFee)
WITHOUT_CLOCK.set(LATE_CHARGE_SCENARIOS.reportedCharge, LATE_CHARGE_SCENARIOS.reportedChargeWithoutClock)
WITHOUT_CLOCK.set(LATE_CHARGE_SCENARIOS.recheckedCharge, LATE_CHARGE_SCENARIOS.recheckedChargeWithoutClock)

/** Returns the scenario without clock changes, because emails of a concurrent scenario would expire. */
export const withoutClock = (scenario: Scenario): Scenario => WITHOUT_CLOCK.get(scenario) ?? scenario

const mailInvoice: Scenario = (context, invoice) =>
  callAsStaff(context, `invoices/${invoice}/send/`, newRequestId())

const refresh: Scenario = async (context) => {
  const body = { token: await context.company.logIn() }
  await callUntilAnswered(context.origin, { method: 'POST', path: '/api/profile/token-refresh/', body })
}

const issue = (context: ScenarioContext) => issueInvoice(context)

const triggerIn =
  (part: FailpointTrigger[0]) =>
  (scenario: Scenario, hit?: number): FailpointTrigger =>
    [part, scenario, ...(hit === undefined ? [] : [hit])] as unknown as FailpointTrigger
const server = triggerIn('server')
const worker = triggerIn('worker')
const either = triggerIn('either')

const byCard = server(SCENARIOS.payByCard)
/** The first payment of the scenario stores the card. */
const byStoredMethod = server(SCENARIOS.payByStoredMethod, 2)
const byECheck = server(SCENARIOS.payByECheck)
const byOrder = server(SCENARIOS.payByOrder)
const clearing = thenAdvance(SCENARIOS.payByECheck, 'P4D')
const lostPayment = either(thenAdvance(SCENARIOS.payWithLostResponse, 'PT3M'))
const refund = server(SCENARIOS.payAndRefund)
const lostRefund = either(thenAdvance(SCENARIOS.refundWithLostResponse, 'PT3M'))
const canceled = server(SCENARIOS.cancelPayment)
const approved = server(SCENARIOS.payWithApproval)
const authorized = server(SCENARIOS.capturePayment)
const creditUnapplied = server(SCENARIOS.unapplyCredit)
/**
 * The notice is sent on the first day, or on the second when worker and clock request run at once. The charge
 * follows a day later.
 */
const payAutomatically = thenAdvance(SCENARIOS.payAutomatically, 'P3D')
const autoPayment = either(payAutomatically)
/** The first payment of the scenario is made by the customer. */
const autoCharge = either(payAutomatically, 2)
const reported = either(LATE_CHARGE_SCENARIOS.reportedCharge)
const rechecked = server(LATE_CHARGE_SCENARIOS.recheckedCharge)
const found = either(LATE_CHARGE_SCENARIOS.recheckedCharge)
const compared = either(thenAdvance(SCENARIOS.recordCheck, 'P1D'))
/** Cards are paid out after two days and arrive on the third; the comparison of the next night reads it. */
const paidOut = either(thenAdvance(SCENARIOS.payByCard, 'P5D'))
const dashboardRefund = either(thenAdvance(SCENARIOS.refundInDashboard, 'PT1M'))
const edited = server(SCENARIOS.editInvoice)
const methodStored = server(SCENARIOS.storeMethods)
const methodReplaced = server(SCENARIOS.storeMethods, 2)
const toggled = server(SCENARIOS.toggleAutoPayments)
const toggledTwice = server(SCENARIOS.toggleAutoPayments, 2)
const imported = worker(SCENARIOS.importInvoices)
const mail = worker(mailInvoice)
const charged = either(thenAdvance(SCENARIOS.chargeLateFee, 'P2D'))
const waived = server(waiveLateFee)
const planned = server(confirmPaymentPlan)
const planMoved = either(thenAdvance(missInstallment, 'P8D'))
const planCompleted = either(thenAdvance(completePlan, 'PT1M'))
const several = server(paySeveral)
const installment = server(payInstallment)
/** Reminders wait until a weekend and the holidays beside it are over. */
const reminded = either(thenAdvance(SCENARIOS.remindCustomer, 'P5D'))

/** The triggers of each failpoint. The migration's failpoint has a test of its own. */
export const TRIGGERS: Readonly<
  Record<Exclude<Failpoint, 'migration.step'>, readonly [FailpointTrigger, ...FailpointTrigger[]]>
> = {
  'pay.start': [byCard, byStoredMethod, byECheck, byOrder, autoCharge, several, installment],
  'attempt.inserted': [byStoredMethod, byECheck, byOrder, byCard, autoCharge, several, installment],
  'reserve.committed': [byOrder, byCard, byStoredMethod, byECheck, autoCharge, several, installment],
  'provider.before': [byECheck, byCard, byStoredMethod, byOrder, autoCharge, several, installment],
  'provider.after': [byCard, byStoredMethod, byECheck, byOrder, autoCharge, several, installment],
  'settle.locked': [byStoredMethod, byCard, autoCharge, several, installment],
  'settle.ledger': [byCard, byStoredMethod, byOrder, autoCharge, several, installment],
  'settle.before_commit': [byOrder, byCard, byStoredMethod, byECheck, autoCharge, several, installment],
  'settle.after_commit': [byStoredMethod, byCard, byECheck, byOrder, autoCharge, several, installment],
  // Hit after the commit of a single transaction. Creating and opening a pay link hit it before the payment
  // does.
  'reply.before': [
    server(SCENARIOS.payByCard, 3),
    server(issue),
    server(issue, 2),
    server(SCENARIOS.voidInvoice),
    server(SCENARIOS.writeOff),
    server(SCENARIOS.recordCheck),
    creditUnapplied,
    server(SCENARIOS.unapplyCredit, 2),
    server(SCENARIOS.unapplyCredit, 3),
    server(SCENARIOS.unapplyCredit, 4),
  ],
  'reminders.recorded': [reminded],
  'late_fees.booked': [charged],
  'late_fees.waived': [waived],
  'late_fees.restored': [waived],
  'reply.sent': [server(SCENARIOS.payByCard, 3)],
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
  'check.claimed': [lostPayment],
  'check.fetched': [lostPayment],
  'check.committed': [lostPayment],
  'cancel.before': [canceled, server(thenAdvance(SCENARIOS.payChallenged, 'PT2H'))],
  'cancel.sent': [server(thenAdvance(SCENARIOS.payChallenged, 'PT2H')), canceled],
  'cancel.committed': [canceled, server(thenAdvance(SCENARIOS.payChallenged, 'PT2H'))],
  'reservation.released': [server(SCENARIOS.payDeclined)],
  'return.booked': [either(thenAdvance(SCENARIOS.disputePayment, 'PT1M'))],
  'late_charge.inserted': [rechecked, reported],
  'late_charge.booked': [rechecked, reported],
  'late_charge.before_commit': [rechecked, reported],
  'outside_refund.inserted': [dashboardRefund],
  'outside_refund.booked': [dashboardRefund],
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
  'autopay.noticed': [autoPayment],
  'autopay.begun': [autoPayment],
  'autopay.claimed': [autoPayment],
  'autopay.charged': [autoPayment],
  'autopay.settled': [autoPayment],
  'method.requested': [methodStored, methodReplaced],
  'method.answered': [methodStored, methodReplaced],
  'method.inserted': [methodStored, methodReplaced],
  'method.stored': [methodReplaced, methodStored],
  'consent.recorded': [toggled, toggledTwice],
  'consent.agreed': [toggled, toggledTwice],
  'consent.ended': [toggled, toggledTwice],
  'consent.withdrawn': [toggled, toggledTwice],
  'compare.claimed': [compared],
  'compare.opened': [found],
  'compare.closed': [reported],
  'compare.compared': [compared],
  'compare.finished': [compared],
  'payout.booked': [paidOut],
  'payout.before_commit': [paidOut],
  'recheck.intended': [rechecked],
  'recheck.asked': [rechecked],
  'recheck.settled': [rechecked],
  'recheck.before_commit': [rechecked],
  'recheck.committed': [rechecked],
  'case.closed': [rechecked],
  'case.before_commit': [rechecked],
  'record.inserted': [server(SCENARIOS.recordCheck)],
  'record.booked': [server(SCENARIOS.recordCheck)],
  'invoice.drafted': [server(issue)],
  'invoice.booked': [server(issue)],
  'invoice.sent': [server(issue)],
  'edit.booked': [edited],
  'edit.before_commit': [edited],
  'void.booked': [server(SCENARIOS.voidInvoice)],
  'void.before_commit': [server(SCENARIOS.voidInvoice)],
  'write_off.booked': [server(SCENARIOS.writeOff)],
  'write_off.before_commit': [server(SCENARIOS.writeOff)],
  'write_off_undo.booked': [server(SCENARIOS.undoWriteOff)],
  'write_off_undo.before_commit': [server(SCENARIOS.undoWriteOff)],
  'memo.inserted': [creditUnapplied],
  'memo.booked': [creditUnapplied],
  'memo.void_booked': [creditUnapplied],
  'memo.voided': [creditUnapplied],
  'credit.inserted': [server(SCENARIOS.applyCredit)],
  'credit.applied': [server(SCENARIOS.applyCredit)],
  'credit.unapply_marked': [creditUnapplied],
  'credit.unapplied': [creditUnapplied],
  'credit.use_booked': [server(SCENARIOS.useCredit)],
  'credit.used': [server(SCENARIOS.useCredit)],
  'credit.planned_used': [server(payCreditFirst)],
  'credit.paid': [server(payWithCredit)],
  'import.uploaded': [server(SCENARIOS.importInvoices)],
  'import.checked': [imported],
  'import.started': [server(SCENARIOS.importInvoices)],
  'import.booked': [imported],
  'import.written': [imported],
  'import.batch_before_commit': [imported],
  // More rows than one transaction imports.
  'import.batch_committed': [worker(importInvoices(1010))],
  'import.done': [imported],
  'books.invoices_applied': [worker(readBooks)],
  'books.memos_applied': [worker(readBooks)],
  'books.invoice_voided': [worker(readBooks)],
  'books.memo_changed': [worker(useCreditInBooks)],
  'books.post_noted': [worker(postToBooks)],
  'books.post_answered': [worker(postToBooks)],
  'books.post_recorded': [worker(postToBooks)],
  'mail.claimed': [mail],
  'mail.accepted': [mail],
  'mail.committed': [mail],
  'plan.confirmed': [planned],
  'plan.before_commit': [planned],
  'plan.moved': [planMoved, planCompleted],
  'portal.logged_in': [server(SCENARIOS.logInAtPortal)],
  'refresh.rotated': [server(refresh), server(SCENARIOS.logInAtPortal)],
}

/**
 * Failpoints that one scenario hits in sequence. The gate runs it once and ends the server at each of them.
 */
export const FAILPOINT_SEQUENCES: readonly (readonly (keyof typeof TRIGGERS)[])[] = [
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
  ['method.requested', 'method.answered', 'method.inserted', 'method.stored'],
  ['consent.recorded', 'consent.agreed', 'consent.ended', 'consent.withdrawn'],
  ['edit.booked', 'edit.before_commit'],
  ['plan.confirmed', 'plan.before_commit'],
]

/** Failpoints whose triggers belong to different rooms, or start differently. Each of these triggers runs. */
export const ALL_TRIGGERS_RUN: ReadonlySet<string> = new Set<Failpoint>([
  'reply.before',
  'reserve.committed',
  'provider.after',
  'settle.ledger',
  'settle.after_commit',
  'plan.moved',
])
