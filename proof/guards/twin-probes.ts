import { contract } from '../../contract/index.ts'
import { DAY_MS } from '../../domain/dates/durations.ts'
import type { PaymentProcessor } from '../../server/gateways/payments/port.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import { verifyChain } from '../../server/rooms/audit-log/index.ts'
import { createGroup, listGroupNames } from '../../server/rooms/customers/index.ts'
import { aGroup } from '../../server/rooms/customers/testing.ts'
import { anUpload, checked, written } from '../../server/rooms/imports/testing.ts'
import { aDraft } from '../../server/rooms/invoices/testing.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'
import {
  CUSTOMERS,
  invoicesCsv,
  journalOf,
  runSchedules,
  withClockAdvanced,
  workProbe,
} from './background-probes.ts'
import type { Probe } from './probe.ts'
import { TWIN_MARK } from './twin.ts'

/**
 * Probes in which the company has lost data that its twin still has. Ids are equal, so only then a missing
 * account predicate shows.
 */
export async function twinProbes(sweep: Sweep): Promise<Probe[]> {
  const { own } = sweep
  return [
    await processorProbe(sweep),
    await comparisonAfterPauseProbe(sweep),
    comparisonProbe(sweep, 'after payments are deleted', ['delete from payments']),
    comparisonProbe(sweep, 'without settlement times', [
      'update payments set settled_at = null',
      'update refunds set settled_at = null',
    ]),
    comparisonWithCasesProbe(sweep),
    await importDeletedProbe(sweep),
    await deleteImportProbe(sweep),
    workProbe('journal export with another currency', sweep, async () => {
      await changeOwnRows(sweep, "update customer_balances set currency = 'EUR'")
      return own.run((ctx) => journalOf(ctx))
    }),
    await auditChainProbe(sweep),
    auditLogProbe(sweep),
    await deleteDraftProbe(sweep),
    await groupNamesProbe(sweep),
  ]
}

/** Runs a statement on the company's own rows, without triggers and constraints. */
export const changeOwnRows = (sweep: Sweep, statement: string, condition = 'true') =>
  sweep.inspector.rows(`begin; set local session_replication_role = replica;
    ${statement} where account_id = '${sweep.own.accountId}' and ${condition}; commit`)

/** Reads charges, refunds and cards from the processor, and repeats cancellations. */
async function processorProbe(sweep: Sweep): Promise<Probe> {
  const { own, test, inspector } = sweep
  const sandbox = test.app.processors.get('sandbox') as Required<PaymentProcessor>
  const connection = { accountId: own.accountId }
  await subjectOf(test, own, own.debtors.first, false).method()
  const findCharge = async (status: string) =>
    (
      await inspector.rows<{ ref: string; our_id: string }>(
        'select ref, our_id from sandbox_charges where account_id = $1 and status = $2 order by ref limit 1',
        [own.accountId, status],
      )
    )[0]!
  const [charge, held] = [await findCharge('confirmed'), await findCharge('preauth')]
  const [refund] = await inspector.rows<{ charge_ref: string; our_id: string }>(
    'select charge_ref, our_id from sandbox_refunds where account_id = $1 order by our_id limit 1',
    [own.accountId],
  )
  const [card] = await inspector.rows<{ customer_ref: string }>(
    'select customer_ref from sandbox_methods where account_id = $1 order by customer_ref limit 1',
    [own.accountId],
  )
  const cancel = (ref: string, key: string) => sandbox.void(connection, ref, key)
  const unknown = 'sbc_00000000000000000000'
  for (const key of ['stored', 'kept', 'free']) await cancel(unknown, key)
  const query = { key: 'unknown', askedAt: 0 }
  return workProbe('records of the processor', sweep, async () => {
    await changeOwnRows(sweep, 'delete from sandbox_replies', "idempotency_key in ('kept', 'free')")
    const answers = [
      await sandbox.findPayment(connection, { ...query, ourId: charge.our_id }),
      await sandbox.findRefund(connection, refund!.charge_ref, { ...query, ourId: refund!.our_id }),
      await sandbox.listMethods(connection, card!.customer_ref),
      await cancel(unknown, 'stored'),
      await cancel(held.ref, 'kept'),
      // A confirmed charge can't be canceled, so its key stays free.
      await cancel(charge.ref, 'free'),
    ]
    return answers.map((answer) =>
      JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
  })
}

/** The company's worker paused for weeks, and the twin's did not. */
async function comparisonAfterPauseProbe(sweep: Sweep): Promise<Probe> {
  const { own, test, inspector } = sweep
  const [start, pause] = [test.clock.wallNow(), 40 * DAY_MS]
  await inspector.rows(
    `insert into payment_reconciliations (account_id, provider, day, started_at, finished_at, compared, differing)
      select $1, 'sandbox', $2::timestamptz, $2::timestamptz, $2::timestamptz, 0, 0`,
    [own.accountId, new Date(start + pause - 2 * DAY_MS)],
  )
  return workProbe('comparison of payments after a pause', sweep, async () => {
    await changeOwnRows(
      sweep,
      `update payment_reconciliations set started_at = '${new Date(start).toISOString()}'`,
    )
    return withClockAdvanced(sweep, pause, () => runSchedules(sweep))
  })
}

/**
 * Compares payments with a processor that has no charges any more, so that only the company's books select
 * what to compare.
 */
const comparisonProbe = (sweep: Sweep, label: string, statements: readonly string[]): Probe =>
  workProbe(`comparison of payments ${label}`, sweep, async () => {
    const noMovingRefs = "update payment_reconciliations set moving_refs = '{}'"
    for (const statement of [
      'delete from sandbox_refunds',
      'delete from sandbox_charges',
      'delete from payment_cases',
      noMovingRefs,
      ...statements,
    ])
      await changeOwnRows(sweep, statement)
    return withClockAdvanced(sweep, 5 * DAY_MS, () => runSchedules(sweep))
  })

/** The company's charges are deleted, so its cases stay open. The twin's cases have another kind. */
const comparisonWithCasesProbe = (sweep: Sweep): Probe =>
  workProbe('comparison of payments with other cases in the twin', sweep, async () => {
    await changeOwnRows(sweep, 'delete from sandbox_charges')
    await changeOwnRows(sweep, "update payment_cases set kind = 'payment_without_charge'", "kind = 'amount'")
    return withClockAdvanced(sweep, 5 * DAY_MS, () => runSchedules(sweep))
  })

/** Imports files with a customer and an invoice that only the twin still has by these names. */
async function importDeletedProbe(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const customers = await anUpload(own, 'customers', CUSTOMERS)
  const invoices = await anUpload(own, 'invoices', await invoicesCsv(sweep))
  return workProbe('imports of renamed records', sweep, async () => {
    await changeOwnRows(sweep, "update invoices set number = 'GONE-' || number")
    const before = await checked(own, invoices)
    await changeOwnRows(sweep, "update customers set short_name = 'gone ' || id, email = 'gone@people.test'")
    return [before, await checked(own, customers)].map((run) => JSON.stringify(run))
  })
}

/** Deletes the rows of an old import and keeps its outcome. Only the twin's import skipped rows. */
async function deleteImportProbe(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const { pk } = await written(
    own,
    await checked(own, await anUpload(own, 'customers', CSV_WITH_SKIPPED_ROW)),
  )
  const deleteOld = SCHEDULES.find(({ name }) => name === 'imports.forget')!
  return workProbe('deletion of an old import', sweep, async () => {
    await changeOwnRows(sweep, "update import_rows set fate = 'unchanged'", `import_id = '${pk}'`)
    await changeOwnRows(sweep, 'update import_runs set file_id = null', `id <> '${pk}'`)
    await withClockAdvanced(sweep, 40 * DAY_MS, () =>
      deleteOld.run(own.uow({ kind: 'system', job: deleteOld.name })),
    )
    return []
  })
}

const CSV_WITH_SKIPPED_ROW = 'Name,Email\nBolt Works,bolt@people.test\n,nameless@people.test\n'

/** Deletes the latest draft, whose number becomes free again. */
async function deleteDraftProbe(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const draft = await own.run((ctx) => aDraft(ctx, { customer: own.debtors.first.customerId }))
  const cell = sweep.cells.find(
    ({ route, who, target }) =>
      route === contract.invoices.remove && who.name === 'owner' && target.name === 'own',
  )!
  const params = { account: own.accountId, invoice: draft.pk }
  return workProbe('deletion of the latest draft', sweep, async () => [
    (await sweep.ask(cell, { params })).text,
  ])
}

/**
 * Verifies the audit chain with one entry unsealed and one deleted. The twin still has both, and more seals.
 */
async function auditChainProbe(sweep: Sweep): Promise<Probe> {
  const { own, inspector } = sweep
  const customer = own.debtors.first.customerId
  const seal = SCHEDULES.find(({ name }) => name === 'audit-log.seal-entries')!
  await seal.run(own.uow({ kind: 'system', job: seal.name }))
  for (let entries = 0; entries < 3; entries += 1) await own.run((ctx) => aDraft(ctx, { customer }))
  const waiting = await inspector.rows<{ id: string }>(
    'select entry_id as id from audit_unsealed where account_id = $1 order by 1 limit 2',
    [own.accountId],
  )
  await changeOwnRows(sweep, 'delete from audit_unsealed', `entry_id = '${waiting[0]!.id}'`)
  await changeOwnRows(sweep, 'delete from audit_entries', `id = '${waiting[1]!.id}'`)
  return workProbe('audit chain', sweep, async () => {
    const found = await own.run((ctx) => verifyChain(ctx))
    return [JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value))]
  })
}

/** Reads the audit log, which shows the current names of records, after the invoices are deleted. */
const auditLogProbe = (sweep: Sweep): Probe => {
  const cell = sweep.cells.find(
    ({ route, who, target }) =>
      route === contract.auditLog.list && who.name === 'owner' && target.name === 'own',
  )!
  return workProbe('audit log of deleted records', sweep, async () => {
    await changeOwnRows(sweep, 'delete from invoices')
    return [(await sweep.ask(cell, { params: { account: sweep.own.accountId } })).text]
  })
}

/** Gives a group the name of one of the twin's groups. */
async function groupNamesProbe(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const name = 'Key accounts'
  await own.run((ctx) => aGroup(ctx, name))
  return workProbe('names of groups', sweep, async () => {
    const added = await own.run((ctx) => createGroup(ctx, name + TWIN_MARK))
    const names = await own.run((ctx) => listGroupNames(ctx, 'read'))
    return [added.name, ...names.toSorted()]
  })
}
