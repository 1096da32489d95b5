import { contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import { labelOf, type Sweep, successOf } from '../../testing/sweep/sweep.ts'
import type { Cell } from '../../testing/sweep/sweep-call.ts'
import { type Probe, recordOutcome } from './probe.ts'

/** Each write on its own records and, for calls with a request_id, the same call repeated. */
export async function writeProbes(sweep: Sweep, cells: readonly Cell[]): Promise<Probe[]> {
  const found: Probe[] = []
  for (const cell of cells) {
    found.push(await writeProbe(sweep, cell, false))
    const { body } = await sweep.readOnlyCall(cell)
    if (body !== null && typeof body === 'object' && 'request_id' in body)
      found.push(await writeProbe(sweep, cell, true))
  }
  return found
}

const { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, endSecondFactor } = contract.identity
const OWN_FACTOR: readonly Route[] = [
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  endSecondFactor,
]

/**
 * Returns the index of a call on one's own second factor, which needs a caller of its own; -1 for other
 * calls.
 */
export const indexOfFactorCall = (route: Route): number => OWN_FACTOR.indexOf(route)

/** Routes that need a fresh record or another caller, because other probes change the shared one. */
const NEEDS_FRESH_RECORD: readonly Route[] = [
  ...OWN_FACTOR,
  contract.accountData.downloadExport,
  contract.answers.recordDispute,
  contract.creditMemos.void,
  contract.identity.proveSecondFactor,
  contract.inviteRuns.cancel,
  contract.invoiceRuns.cancel,
  contract.openInvoices.payWithCredit,
  contract.payments.answerChallenge,
  contract.socialLogins.unlink,
  contract.team.acceptInvite,
]

/** True for a write of the amounts that are owed, which all probes made later would change. */
export const needsOwedAmounts = (route: Route): boolean => route === contract.openInvoices.pay

/**
 * Returns SQL that ends what only another probe needs, and begins again what another probe ended; null for other calls. An account has
 * one export and one run of invitations at a time.
 */
function preparationOf(route: Route, account: string, { params }: SampleCall): string | null {
  const endRuns = `update portal_invite_runs set state = 'canceled', finished_at = now()
    where account_id = '${account}' and state = 'running'`
  if (route === contract.inviteRuns.start) return endRuns
  if (route === contract.inviteRuns.cancel)
    return `${endRuns}; update portal_invite_runs set state = 'running', finished_at = null
      where account_id = '${account}' and id = '${params!.run}'`
  if (route === contract.accountData.startExport)
    return `update data_exports set state = 'failed' where account_id = '${account}' and state = 'running'`
  return null
}

async function writeProbe(sweep: Sweep, cell: Cell, repeated: boolean): Promise<Probe> {
  const call =
    repeated || NEEDS_FRESH_RECORD.includes(cell.route)
      ? await freshCall(sweep, cell)
      : await sweep.readOnlyCall(cell)
  const token = cell.route.access.kind === 'session' ? await cell.who.renew() : cell.who.token
  const preparation = preparationOf(cell.route, sweep.own.accountId, call)
  const ask = async () => {
    if (preparation !== null) await sweep.inspector.rows(preparation)
    return recordOutcome(sweep, () => writeProblem(sweep, cell, call, token))
  }
  if (repeated) await ask()
  return {
    label: `${labelOf(cell)}${repeated ? ' repeated' : ''}`,
    route: cell.route,
    kind: 'write',
    run: ask,
  }
}

async function writeProblem(
  sweep: Sweep,
  cell: Cell,
  call: SampleCall,
  token: string | undefined,
): Promise<string | null> {
  const { status, text } = await sweep.ask(cell, call, { token })
  return status === successOf(cell.route, call) ? null : `${labelOf(cell)}: ${status} ${text}`
}

/** Creates a record that no other call uses, before the snapshot is taken. */
const freshCall = (sweep: Sweep, { route, target, who }: Cell): Promise<SampleCall> =>
  sampleOf.get(route)!(subjectOf(sweep.test, target.account!, target.debtor!, false), who)
