import { contract } from '../../contract/index.ts'
import type { PaymentProvider } from '../../server/gateways/payments/port.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import { verifyChain } from '../../server/rooms/audit-log/index.ts'
import { anUpload, checked, written } from '../../server/rooms/imports/testing.ts'
import { aDraft } from '../../server/rooms/invoices/testing.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'
import type { Probe } from './probe.ts'
import { CUSTOMERS, DAY_MS, invoicesCsv, journalOf, later, runRound, work } from './work-probes.ts'

/** What the company no longer has and its twin still does: where ids are the same, only then is it seen who is asked for. */
export async function twinProbes(sweep: Sweep): Promise<Probe[]> {
  const { own } = sweep
  return [
    await booksOfProcessor(sweep),
    await comparingAfterAPause(sweep),
    comparing(sweep, 'that are gone', ['delete from payments']),
    comparing(sweep, 'that never settled', [
      'update payments set settled_at = null',
      'update refunds set settled_at = null',
    ]),
    comparingBesideOtherCases(sweep),
    await importingWhatIsGone(sweep),
    await forgettingAnImport(sweep),
    work('the journal without a currency', sweep, async () => {
      await ofOwn(sweep, "update customer_balances set currency = 'EUR'")
      return own.run((ctx) => journalOf(ctx))
    }),
    await theChain(sweep),
    toldOfWhatIsGone(sweep),
    await removingTheLatestDraft(sweep),
  ]
}

/** A statement about the company's own rows, which no trigger and no key objects to. */
const ofOwn = (sweep: Sweep, statement: string, condition = 'true') =>
  sweep.inspector.rows(`begin; set local session_replication_role = replica;
    ${statement} where account_id = '${sweep.own.accountId}' and ${condition}; commit`)

/** The processor is asked for charges, refunds and cards, and for the same thing twice. */
async function booksOfProcessor(sweep: Sweep): Promise<Probe> {
  const { own, test, inspector } = sweep
  const sandbox = test.app.processors.get('sandbox') as Required<PaymentProvider>
  const connection = { accountId: own.accountId }
  await subjectOf(test, own, own.debtors.first, false).method()
  const chargeThatIs = async (status: string) =>
    (
      await inspector.rows<{ ref: string; our_id: string }>(
        'select ref, our_id from sandbox_charges where account_id = $1 and status = $2 order by ref limit 1',
        [own.accountId, status],
      )
    )[0]!
  const [charge, held] = [await chargeThatIs('confirmed'), await chargeThatIs('preauth')]
  const [refund] = await inspector.rows<{ charge_ref: string; our_id: string }>(
    'select charge_ref, our_id from sandbox_refunds where account_id = $1 order by our_id limit 1',
    [own.accountId],
  )
  const [card] = await inspector.rows<{ customer_ref: string }>(
    'select customer_ref from sandbox_methods where account_id = $1 order by customer_ref limit 1',
    [own.accountId],
  )
  const letGo = (ref: string, key: string) => sandbox.void(connection, ref, key)
  const unknown = 'sbc_00000000000000000000'
  for (const key of ['said', 'kept', 'free']) await letGo(unknown, key)
  const asked = { key: 'unknown', askedAt: 0 }
  return work('the books of the processor', sweep, async () => {
    await ofOwn(sweep, 'delete from sandbox_replies', "idempotency_key in ('kept', 'free')")
    const answers = [
      await sandbox.findPayment(connection, { ...asked, ourId: charge.our_id }),
      await sandbox.findRefund(connection, refund!.charge_ref, { ...asked, ourId: refund!.our_id }),
      await sandbox.listMethods(connection, card!.customer_ref),
      await letGo(unknown, 'said'),
      await letGo(held.ref, 'kept'),
      // Too early or too late, so that its key stays free.
      await letGo(charge.ref, 'free'),
    ]
    return answers.map((answer) =>
      JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
  })
}

/** No worker of the company ran for weeks, and the twin's did. */
async function comparingAfterAPause(sweep: Sweep): Promise<Probe> {
  const { own, test, inspector } = sweep
  const [start, pause] = [test.clock.wallNow(), 40 * DAY_MS]
  await inspector.rows(
    `insert into payment_reconciliations (account_id, provider, day, started_at, finished_at, compared, differing)
      select $1, 'sandbox', $2::timestamptz, $2::timestamptz, $2::timestamptz, 0, 0`,
    [own.accountId, new Date(start + pause - 2 * DAY_MS)],
  )
  return work('payments compared after a pause', sweep, async () => {
    await ofOwn(sweep, `update payment_reconciliations set started_at = '${new Date(start).toISOString()}'`)
    return later(sweep, pause, () => runRound(sweep))
  })
}

/** Payments by a processor that has no charges any more, nor had any that moved: the company's own books alone say what to compare. */
const comparing = (sweep: Sweep, label: string, statements: readonly string[]): Probe =>
  work(`payments compared ${label}`, sweep, async () => {
    const forgotten = "update payment_reconciliations set moving_refs = '{}'"
    for (const statement of [
      'delete from sandbox_refunds',
      'delete from sandbox_charges',
      'delete from payment_cases',
      forgotten,
      ...statements,
    ])
      await ofOwn(sweep, statement)
    return later(sweep, 5 * DAY_MS, () => runRound(sweep))
  })

/** The company's cases stand, as its charges are gone; the twin's are of a kind of which nothing differs. */
const comparingBesideOtherCases = (sweep: Sweep): Probe =>
  work('payments compared beside other cases of the twin', sweep, async () => {
    await ofOwn(sweep, 'delete from sandbox_charges')
    await ofOwn(sweep, "update payment_cases set kind = 'payment_without_charge'", "kind = 'amount'")
    return later(sweep, 5 * DAY_MS, () => runRound(sweep))
  })

/** Files that name a customer and an invoice which the twin alone still has by these names. */
async function importingWhatIsGone(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const customers = await anUpload(own, 'customers', CUSTOMERS)
  const invoices = await anUpload(own, 'invoices', await invoicesCsv(sweep))
  return work('imports of what is gone', sweep, async () => {
    await ofOwn(sweep, "update invoices set number = 'GONE-' || number")
    const before = await checked(own, invoices)
    await ofOwn(sweep, "update customers set short_name = 'gone ' || id, email = 'gone@people.test'")
    return [before, await checked(own, customers)].map((run) => JSON.stringify(run))
  })
}

/** Of what was imported long ago the outcome stays. The twin alone left rows out. */
async function forgettingAnImport(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const { pk } = await written(own, await checked(own, await anUpload(own, 'customers', LEAVING_OUT)))
  const forget = SCHEDULES.find(({ name }) => name === 'imports.forget')!
  return work('an import forgotten', sweep, async () => {
    await ofOwn(sweep, "update import_rows set fate = 'unchanged'", `import_id = '${pk}'`)
    await ofOwn(sweep, 'update import_runs set file_id = null', `id <> '${pk}'`)
    await later(sweep, 40 * DAY_MS, () => forget.run(own.uow({ kind: 'system', job: forget.name })))
    return []
  })
}

const LEAVING_OUT = 'Name,Email\nBolt Works,bolt@people.test\n,nameless@people.test\n'

/** Nothing was numbered after it, so its number is free again. */
async function removingTheLatestDraft(sweep: Sweep): Promise<Probe> {
  const { own } = sweep
  const draft = await own.run((ctx) => aDraft(ctx, { customer: own.debtors.first.customerId }))
  const cell = sweep.cells.find(
    ({ route, who, target }) =>
      route === contract.invoices.remove && who.name === 'owner' && target.name === 'own',
  )!
  const params = { account: own.accountId, invoice: draft.pk }
  return work('the latest draft removed', sweep, async () => [(await sweep.ask(cell, { params })).text])
}

/** With an entry that was put in beside it, and one that was removed: the twin's has them too, and further seals. */
async function theChain(sweep: Sweep): Promise<Probe> {
  const { own, inspector } = sweep
  const customer = own.debtors.first.customerId
  const seal = SCHEDULES.find(({ name }) => name === 'audit-log.seal-entries')!
  await seal.run(own.uow({ kind: 'system', job: seal.name }))
  for (let entries = 0; entries < 3; entries += 1) await own.run((ctx) => aDraft(ctx, { customer }))
  const waiting = await inspector.rows<{ id: string }>(
    'select entry_id as id from audit_unsealed where account_id = $1 order by 1 limit 2',
    [own.accountId],
  )
  await ofOwn(sweep, 'delete from audit_unsealed', `entry_id = '${waiting[0]!.id}'`)
  await ofOwn(sweep, 'delete from audit_entries', `id = '${waiting[1]!.id}'`)
  return work('the chain', sweep, async () => {
    const found = await own.run((ctx) => verifyChain(ctx))
    return [JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value))]
  })
}

/** The log tells of records by the names that they have today. */
const toldOfWhatIsGone = (sweep: Sweep): Probe => {
  const cell = sweep.cells.find(
    ({ route, who, target }) =>
      route === contract.auditLog.list && who.name === 'owner' && target.name === 'own',
  )!
  return work('the log of what is gone', sweep, async () => {
    await ofOwn(sweep, 'delete from invoices')
    return [(await sweep.ask(cell, { params: { account: sweep.own.accountId } })).text]
  })
}
