import { randomUUID } from 'node:crypto'
import { MAX_GROUPS } from '../../../domain/people/customer-group.ts'
import type { Ctx } from '../../platform/context.ts'
import { createCustomers } from './actions/create-customers.ts'
import { changeSwitches } from './actions/groups/change-switches.ts'
import { createGroup } from './actions/groups/create-group.ts'
import { moveCustomers } from './actions/groups/move-customers.ts'
import { mergeCustomers } from './actions/merges/merge-customers.ts'
import { readCustomer } from './actions/read-customer.ts'
import { BLANK_CUSTOMER, type Customer, type CustomerFields } from './rules.ts'
import { deleteGroupRow, lockGroup } from './store/groups.ts'
import { insertNote } from './store/notes.ts'

/** Creates a group without members and returns its id. */
export const aGroup = async (ctx: Ctx, name = `Group ${randomUUID()}`): Promise<string> =>
  (await createGroup(ctx, name)).pk

/** Ids of the groups that oneOfManyGroups created in each account, oldest first: a stopped clock gives them no order. */
const madeGroups = new Map<string, string[]>()

/** Creates a group, and keeps an account that gets many below its limit by deleting the oldest of them. */
export async function oneOfManyGroups(ctx: Ctx): Promise<string> {
  const made = madeGroups.get(ctx.accountId!) ?? []
  const older = made.slice(0, -MAX_GROUPS / 4)
  const group = await aGroup(ctx)
  madeGroups.set(ctx.accountId!, [...made.slice(older.length), group])
  for (const id of older) if ((await lockGroup(ctx, id, 'update')) !== null) await deleteGroupRow(ctx, id)
  return group
}

/** Moves a new customer to a group of many. Returns the move. */
export async function aGroupMove(ctx: Ctx): Promise<string> {
  const group = await oneOfManyGroups(ctx)
  const { id } = await aCustomer(ctx)
  return (await moveCustomers(ctx, { group, customers: [id] })).move!
}

/** Creates a customer with the given fields and US-dollar defaults. */
export async function aCustomer(ctx: Ctx, fields: Partial<CustomerFields> = {}): Promise<Customer> {
  const plain = {
    ...BLANK_CUSTOMER,
    shortName: 'Harbor Foods',
    currency: 'USD',
    email: 'accounts@harborfoods.test',
  }
  const [id] = await createCustomers(ctx, [{ ...plain, ...fields }])
  return readCustomer(ctx, id!)
}

/** Switches the reminders of a group's customers on or off. */
export const switchReminders = (ctx: Ctx, group: string, on: boolean) =>
  changeSwitches(ctx, group, { reminders_status: on })

export { changeSwitches } from './actions/groups/change-switches.ts'
export { deleteGroup } from './actions/groups/delete-group.ts'

/** Merges a new customer into another new one. Returns the id of the duplicate. */
export async function aMerge(ctx: Ctx): Promise<string> {
  const [from, into] = [await aCustomer(ctx), await aCustomer(ctx)]
  await mergeCustomers(ctx, from.id, into.id)
  return from.id
}

/** Adds a note by nobody in particular. Returns its id. */
export const aNote = (ctx: Ctx, customerId: string): Promise<string> =>
  insertNote(ctx, { customerId, text: 'Pays late.', mentions: [], userId: randomUUID() })
