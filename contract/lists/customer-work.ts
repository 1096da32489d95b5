import { z } from 'zod'
import { customerDetail } from '../customers.ts'
import { route } from '../route.ts'
import { amount, id, instant, strict, text } from '../shapes.ts'

const oneCustomer = strict({ account: id, customer: id })
const write = { kind: 'staff', right: 'customers.write', keys: 'never' } as const
const named = z.object({ pk: id, short_name: z.string() })

/** Merging a duplicate into another customer. */
export const customerMerges = {
  preview: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/merge/preview/',
    summary: 'Preview merging a customer into another one',
    access: write,
    params: oneCustomer,
    body: strict({ into: id }),
    reply: z.object({
      from: named,
      into: named,
      emails: z.array(z.string()).describe('addresses that the other customer gets'),
      fields: z.array(z.string()).describe('fields that are empty there and are filled'),
      open_invoices_count: z
        .number()
        .int()
        .describe('what is open stays where it was booked, and is reminded at the new addresses'),
      balance: amount,
      currency: z.string(),
      stays_active: z.boolean().describe('while something is open'),
    }),
  }),
  merge: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/merge/',
    summary: 'Merge a duplicate into another customer. It can be undone',
    access: write,
    params: oneCustomer,
    body: strict({ into: id }),
    reply: customerDetail,
  }),
  undo: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/merge/undo/',
    summary: 'Take a merge back',
    access: write,
    params: oneCustomer,
    body: strict({}),
    reply: customerDetail,
  }),
}

const notes = z.object({
  notes: z.array(
    z.object({
      pk: id,
      text: z.string(),
      author: z.string(),
      own: z.boolean().describe('the caller wrote it, and may delete it'),
      created: instant,
    }),
  ),
  people: z.array(z.object({ pk: id, name: z.string() })).describe('who can be named'),
})

/** Notes of the staff about a customer. */
export const customerNotes = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/notes/',
    summary: 'List the notes about a customer, the latest first',
    access: { kind: 'staff', right: 'notes.read', keys: 'never' },
    params: oneCustomer,
    reply: notes,
  }),
  write: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/notes/',
    summary: 'Write a note about a customer. Mentioned people are notified',
    access: { kind: 'staff', right: 'notes.write', keys: 'never' },
    params: oneCustomer,
    body: strict({
      text: text(5000).refine((typed) => typed.trim() !== '', 'Write something.'),
      mentions: z.array(id).max(20, 'Name at most 20 people.').default([]),
    }),
    status: 201,
    reply: notes,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/customers/:customer/notes/:note/',
    summary: 'Delete an own note',
    access: { kind: 'staff', right: 'notes.write', keys: 'never' },
    params: strict({ account: id, customer: id, note: id }),
    reply: notes,
  }),
}
