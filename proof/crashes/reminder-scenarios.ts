import { randomUUID } from 'node:crypto'
import { readProductDate } from './advance-clock.ts'
import { issueInvoice } from './issue-invoice.ts'
import {
  type Body,
  callAsStaff,
  readAsStaff,
  type ScenarioContext,
  tryAsStaff,
  unexpectedReply,
} from './staff-calls.ts'

interface Flow {
  readonly pk: string
  readonly revision: number
  readonly is_on: boolean
}

interface Draft {
  readonly steps: readonly object[]
}

/** An invoice that is due today, of a new customer, whose first reminder comes when the clock advances. */
export async function remindCustomer(context: ScenarioContext): Promise<void> {
  if (!(await ensureFlow(context))) return
  const name = randomUUID()
  const fields = { short_name: name, email: `${name}@crashes.test` }
  const customer = await tryAsStaff(context, 'customers/', fields)
  if (customer === null) return
  const invoice = await issueInvoice(context, customer.pk, {
    terms: 'custom',
    due_date: await readProductDate(context),
  })
  if (invoice !== null) context.facts.push({ kind: 'reminded', id: invoice })
}

/** Lets the company charge and remind by itself. */
export async function switchOn(context: ScenarioContext): Promise<void> {
  const enabled = await callAsStaff(context, 'update-settings/', { system_enabled: true }, 'PATCH')
  if (enabled.status !== 200) throw unexpectedReply('settings', enabled)
}

/** Returns whether a flow for everybody is on; not when another loop is just creating it. */
async function ensureFlow(context: ScenarioContext): Promise<boolean> {
  const [flow] = (await readAsStaff<{ results: Flow[] }>(context, 'reminder-flows/')).results
  if (flow?.is_on) return true
  await switchOn(context)
  const { pk, revision } = flow ?? (await createFlow(context))
  if (pk === undefined) return false
  return (await callAsStaff(context, `reminder-flows/${pk}/publish/`, { revision })).status === 200
}

/**
 * Creates a flow whose steps run at any time of the day. Another loop may have taken the name; the answer has no id then.
 */
async function createFlow(context: ScenarioContext): Promise<Partial<Flow>> {
  const { body } = await callAsStaff<Body & Flow & { draft: Draft }>(context, 'reminder-flows/', {
    name: 'Firm',
    start_from: 'firm',
  })
  const { pk, revision, draft } = body
  if (pk === undefined) return body
  const steps = draft.steps.map((step) => ({ ...step, hour: 0 }))
  const change = { revision, name: 'Firm', covers: 'everyone_else', groups: [], draft: { ...draft, steps } }
  return (await callAsStaff<Body & Flow>(context, `reminder-flows/${pk}/`, change, 'PUT')).body
}
