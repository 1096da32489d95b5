import { z } from 'zod'
import { GROUP_NAME_MAX_LENGTH, tidyGroupName } from '../domain/people/customer-group.ts'
import { customerMatch } from './customers.ts'
import { listExport } from './lists/list-export.ts'
import { route } from './route.ts'
import { id, instant, listQuery, orderBy, paged, requiredLine, strict } from './shapes.ts'

const MAX_CHOSEN = 500

/** Customers that were selected in their list: those named, or all that match. */
export const customerSelection = {
  customers: z
    .array(id)
    .min(1, 'Choose at least one customer.')
    .max(MAX_CHOSEN, `Choose at most ${MAX_CHOSEN} customers, or all that match.`)
    .optional(),
  matching: strict(customerMatch).optional().describe('search and filters of the customers list'),
}
export type CustomerSelection = z.output<z.ZodObject<typeof customerSelection>>

const customerGroup = z.object({
  pk: id,
  id,
  name: z.string(),
  reminders_status: z.boolean().describe('false keeps reminders from its customers'),
  statements_status: z.boolean().describe('false keeps statements from them'),
  late_fees_status: z.boolean().describe('false keeps late fees from them'),
  auto_pay_status: z.boolean().describe('false stops their automatic payments and keeps their consents'),
  memberships: z.array(id).describe('ids of its customers, at most 100'),
  members_count: z.number().int(),
  created: instant,
})

const aSwitch = z.boolean('Must be true or false.')
const oneGroup = strict({ group: id })
const named = strict({ name: requiredLine(GROUP_NAME_MAX_LENGTH).transform(tidyGroupName) })
const groupOrder = orderBy(['name', 'members_count', 'created'], 'name')
const write = { kind: 'staff', right: 'groups.write' } as const

/** The account is the one in X-Account-Id. */
export const customerGroups = {
  list: route({
    method: 'GET',
    path: '/api/customer-groups/',
    summary: 'List customer groups and their members',
    access: { kind: 'staff', right: 'groups.read' },
    query: strict({ ...listQuery, order_by: groupOrder }),
    reply: paged(customerGroup),
  }),
  export: listExport('/api/accounts/:account/customer-groups/export/', 'Export customer groups', {
    search: listQuery.search,
    order_by: groupOrder,
  }),
  create: route({
    method: 'POST',
    path: '/api/customer-groups/',
    summary: 'Add a customer group',
    access: write,
    body: named,
    status: 201,
    reply: customerGroup,
  }),
  rename: route({
    method: 'PATCH',
    path: '/api/customer-groups/:group/',
    summary: 'Rename a customer group',
    access: write,
    params: oneGroup,
    body: named,
    reply: customerGroup,
  }),
  changeSwitches: route({
    method: 'POST',
    path: '/api/customer-groups/:group/switches/',
    summary:
      'Switch reminders, statements, late fees and automatic payments of a group’s customers on or off',
    access: { kind: 'staff', right: 'customers.switches' },
    params: oneGroup,
    body: strict({
      reminders_status: aSwitch,
      statements_status: aSwitch,
      late_fees_status: aSwitch,
      auto_pay_status: aSwitch,
    }).partial(),
    reply: customerGroup,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/customer-groups/:group/',
    summary: 'Delete a customer group. Its customers stay, without a group',
    access: write,
    params: oneGroup,
    reply: 'nothing',
  }),
  moveCustomers: route({
    method: 'POST',
    path: '/api/customer-groups/memberships/',
    summary: 'Move customers to a group, or out of theirs: those named, or all that match',
    access: write,
    body: strict({
      group: id.nullable().describe('null takes the customers out of their groups'),
      ...customerSelection,
    }).refine(
      ({ customers, matching }) => (customers === undefined) !== (matching === undefined),
      'Send customers or matching.',
    ),
    reply: z.object({
      moved: z.number().int().describe('customers whose group changed'),
      move: id.nullable().describe('undoes it; null when no group changed'),
    }),
  }),
  undoMove: route({
    method: 'POST',
    path: '/api/customer-groups/memberships/:move/undo/',
    summary: 'Move customers back to their former groups, as far as nothing changed since',
    access: write,
    params: strict({ move: id }),
    body: strict({}),
    reply: z.object({
      restored: z.number().int(),
      kept: z.number().int().describe('moved again since, or their former group is deleted'),
    }),
  }),
}
