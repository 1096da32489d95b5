import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { sumMinor } from '../../../../domain/money/money.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { readCustomer } from '../../customers/index.ts'
import { selectOwed } from '../store/owed.ts'
import { checkMember } from './check-member.ts'
import { openTask } from './open-task.ts'
import { readTask } from './read-task.ts'

type Body = InputOf<typeof contract.worklist.create>['body']

/**
 * Adds a task by hand. Refuses a customer that does not exist with not_found, and beside their fields invoices of others and
 * an assignee who is no member.
 */
export async function createTask(ctx: Ctx, body: Body) {
  await readCustomer(ctx, body.customer)
  await checkMember(ctx, body.assignee)
  const invoiceIds = [...new Set(body.invoices)]
  const amount = await amountOf(ctx, body.customer, invoiceIds)
  const id = await openTask(ctx, {
    key: `manual ${nextId(ctx)}`,
    kind: 'other',
    customerId: body.customer,
    invoiceIds,
    title: body.title,
    reason: '',
    note: body.note,
    dueOn: body.due_on,
    assignedTo: body.assignee,
    endsWhenSettled: false,
    ...(amount !== null && { amount }),
  })
  return readTask(ctx, id)
}

/** Returns what these invoices of a customer owe; null without any, and for invoices of several currencies. */
async function amountOf(ctx: Ctx, customer: string, ids: readonly string[]) {
  const invoices = await selectOwed(ctx, customer, ids)
  if (invoices.length < ids.length)
    throw refuseFields({ invoices: ['One of these invoices is not this customer’s.'] })
  const [first] = invoices
  if (first === undefined || invoices.some(({ currency }) => currency !== first.currency)) return null
  return { minor: sumMinor(invoices.map(({ remainingMinor }) => remainingMinor)), currency: first.currency }
}
