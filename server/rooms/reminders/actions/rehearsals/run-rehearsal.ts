import type { AccountFacts, CustomerFacts } from '../../../../../domain/reminders/decide-reminder.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { coveredAmong } from '../../../auto-payments/index.ts'
import { type Rehearsal, rehearseCustomer, type Window, wasOwedSince } from '../../rules/rehearse-customer.ts'
import { readReminderCustomers } from '../../store/customers.ts'
import { selectFlows } from '../../store/flows.ts'
import { failRehearsal, insertRehearsed, lockRunning, moveRehearsal } from '../../store/rehearsals.ts'
import {
  type InvoiceOfCustomer,
  selectFormer,
  selectRehearsedCustomers,
  selectRehearsedInvoices,
} from '../../store/rehearsed-invoices.ts'
import type { RehearsalRow } from '../../tables.ts'
import { readAccountFacts } from '../engine/read-account-facts.ts'
import { fromStored } from '../flows/read-definition.ts'

const PAGE = 25

/**
 * Plays the days of a rehearsal, a page of customers in a transaction. After an interruption it resumes with the next page,
 * and it ends when another rehearsal of the flow was started.
 */
export async function runRehearsal(uow: UnitOfWork, id: string): Promise<void> {
  try {
    while (await uow.transaction((ctx) => playPage(ctx, id)));
  } catch (error) {
    await uow.transaction((ctx) =>
      failRehearsal(ctx, id, 'The rehearsal stopped at an error. Start it again.'),
    )
    throw error
  }
}

/** Returns whether there may be more. */
async function playPage(ctx: Ctx, id: string): Promise<boolean> {
  const rehearsal = await lockRunning(ctx, id)
  if (rehearsal === null) return false
  const [flow] = await selectFlows(ctx, rehearsal.flow_id)
  const customers = await selectRehearsedCustomers(ctx, flow!, rehearsal.after_customer, PAGE)
  const account = { ...(await readAccountFacts(ctx)), isOn: true, waitsForBooks: false }
  const found = await selectRehearsedInvoices(ctx, customers, rehearsal.from_day, account.timezone)
  const invoices = rehearsal.period === 'past' ? found.map(withoutHolds) : found
  const window = await readWindow(ctx, rehearsal, account, flow!.pause, invoices)
  const facts = await readReminderCustomers(ctx, customers)
  const live = { messages: 0, held: 0 }
  for (const [customerId, own] of Map.groupBy(invoices, (invoice) => invoice.customerId)) {
    const customer = rehearsal.period === 'past' ? asBefore(facts.get(customerId)!) : facts.get(customerId)!
    const play = (definition: RehearsalRow['definition']): Rehearsal =>
      rehearseCustomer(fromStored(definition), own, customer, window)
    await insertRehearsed(ctx, id, customerId, play(rehearsal.definition))
    if (rehearsal.live === null) continue
    const { messages, holds } = play(rehearsal.live)
    live.messages += messages.length
    live.held += holds.length
  }
  await moveRehearsal(ctx, id, {
    customers,
    invoices: invoices.filter((invoice) => wasOwedSince(invoice, rehearsal.from_day)).length,
    liveMessages: live.messages,
    liveHeld: live.held,
  })
  return customers.length > 0
}

/** A customer before the past days: without the pause of today and without a last reminder. */
const asBefore = (customer: CustomerFacts): CustomerFacts => ({ ...customer, pause: null, lastSentOn: null })

/** An invoice before the past days: what holds it today did not hold it then. */
const withoutHolds = (invoice: InvoiceOfCustomer): InvoiceOfCustomer => ({
  ...invoice,
  reservedMinor: 0n,
  pause: null,
  dispute: null,
  promisedOn: null,
  isOnPlan: false,
})

/** Past days are played as if no pause, answer, automatic payment or payment under way had held anything. */
async function readWindow(
  ctx: Ctx,
  { period, from_day, until_day }: RehearsalRow,
  account: Omit<AccountFacts, 'today'>,
  flowPause: Window['flowPause'],
  invoices: readonly InvoiceOfCustomer[],
): Promise<Window> {
  const days = { from: from_day, until: until_day, account }
  const ids = invoices.map((invoice) => invoice.id)
  if (period === 'past' || ids.length === 0)
    return { ...days, flowPause: null, charged: new Set(), former: new Map() }
  return { ...days, flowPause, charged: await coveredAmong(ctx, ids), former: await selectFormer(ctx, ids) }
}
