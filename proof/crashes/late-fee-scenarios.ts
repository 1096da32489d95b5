import { advanceClock, readProductDate } from './advance-clock.ts'
import { issueInvoice } from './issue-invoice.ts'
import { switchOn } from './reminder-scenarios.ts'
import {
  type Body,
  callAsStaff,
  customerIdOf,
  ensureAsStaff,
  readAsStaff,
  type ScenarioContext,
} from './staff-calls.ts'

interface Rule {
  readonly pk: string
  readonly revision: number
  readonly state: string
}

interface Fee {
  readonly pk: string
  readonly invoice: { readonly pk: string }
}

/** More than the invoices of other scenarios, so that the rule charges none of them. */
const CHARGED_AMOUNT = '200.00'
const MIN_REMAINING = '150.00'

/** An invoice that is due today, whose one late fee comes when the clock advances. */
export async function chargeLateFee(context: ScenarioContext): Promise<string | null> {
  if (!(await ensureRule(context))) return null
  const invoice = await issueInvoice(context, customerIdOf(context), {
    terms: 'custom',
    due_date: await readProductDate(context),
    lines: [{ description: 'Goods', detail: '', quantity: '1', unit_price: CHARGED_AMOUNT }],
  })
  if (invoice !== null) context.facts.push({ kind: 'late_fee', id: invoice })
  return invoice
}

/** The same with a clock that advances, a waiver of the fee, and its undo. */
export async function waiveLateFee(context: ScenarioContext): Promise<void> {
  const invoice = await chargeLateFee(context)
  await advanceClock(context.origin, 'P2D')
  await waiveAndRestore(
    context,
    (await readFees(context)).find((one) => one.invoice.pk === invoice),
  )
}

/** Waives a fee that an earlier step of the clock charged, undoes that, and leaves an invoice for the next step. */
export async function waiveEarlierFee(context: ScenarioContext): Promise<void> {
  const fees = await readFees(context)
  await waiveAndRestore(context, fees[context.number % fees.length])
  await chargeLateFee(context)
}

const readFees = async (context: ScenarioContext): Promise<readonly Fee[]> =>
  (await readAsStaff<{ results: Fee[] }>(context, 'late-fees/?page_size=100')).results

async function waiveAndRestore(context: ScenarioContext, fee: Fee | undefined): Promise<void> {
  if (fee === undefined) return
  await ensureAsStaff(context, 'late-fees/waive/', { fees: [fee.pk], reason: 'Goodwill' })
  await ensureAsStaff(context, `late-fees/${fee.pk}/undo-waiver/`)
}

/** Returns whether a rule for everybody is on; not when another loop is just creating it. */
async function ensureRule(context: ScenarioContext): Promise<boolean> {
  const [rule] = (await readAsStaff<{ results: Rule[] }>(context, 'late-fee-rules/')).results
  if (rule?.state === 'on') return true
  await switchOn(context)
  const { pk, revision } = rule ?? (await createRule(context))
  if (pk === undefined) return false
  const body = { revision, includes_late: false }
  return (await callAsStaff(context, `late-fee-rules/${pk}/switch-on/`, body)).status === 200
}

/** Creates a rule that charges once. Another loop may have taken the name; the answer has no id then. */
async function createRule(context: ScenarioContext): Promise<Partial<Rule>> {
  const terms = {
    kind: 'flat',
    flat: '5.00',
    rate: '0',
    compounds: false,
    grace_days: 1,
    repeat: 'once',
    every_days: 0,
    day_of_month: null,
    cap: null,
    cap_rate: null,
    yearly_cap_rate: null,
    min_remaining: MIN_REMAINING,
  }
  const { body } = await callAsStaff<Body & Rule>(context, 'late-fee-rules/', {
    name: 'Once',
    covers: 'everyone_else',
    groups: [],
    terms,
    line_text: 'Late fee, {month}',
    item: '',
  })
  return body
}
