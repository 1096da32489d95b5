import { z } from 'zod'
import { msg } from '../../domain/languages/msg.ts'
import { addressesIn, CONTACT_FIELD_NAMES } from '../../domain/people/contact-fields.ts'
import { isEmailAddress } from '../../domain/people/person-text.ts'
import { route } from '../route.ts'
import {
  accountParams,
  address,
  email,
  id,
  instant,
  line,
  listQuery,
  paged,
  phone,
  strict,
  text,
} from '../shapes.ts'

const texts = z.object(
  Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, z.string()])) as Record<
    (typeof CONTACT_FIELD_NAMES)[number],
    z.ZodString
  >,
)

/** Several addresses in one field, as people type them. */
const emails = text(2600).refine((typed) => {
  const found = addressesIn(typed)
  return found.length <= 10 && found.every(isEmailAddress)
}, msg('Enter up to 10 valid email addresses with commas between them.'))

const ownContactData = z.object({
  current: texts,
  proposed: texts.nullable().describe('what the company has still to approve; null without'),
  proposed_at: instant.nullable(),
  last: z
    .object({ state: z.enum(['approved', 'refused']), note: z.string(), at: instant })
    .nullable()
    .describe('the last decision of the company'),
})

const change = z.object({
  pk: id,
  customer: z.object({ pk: id, short_name: z.string() }),
  proposed_by: z.string(),
  proposed_at: instant,
  fields: z.array(
    z.object({
      name: z.enum(CONTACT_FIELD_NAMES),
      current: z.string(),
      proposed: z.string(),
      before: z.string().nullable().describe('what the customer saw, where it was edited since; else null'),
    }),
  ),
})

export type ContactChange = z.output<typeof change>

export const contactChanges = {
  readOwn: route({
    method: 'GET',
    path: '/api/contact-data/',
    summary: 'Read the customer’s contact data, and the change that waits for the company',
    access: { kind: 'customer' },
    reply: ownContactData,
  }),
  propose: route({
    method: 'PUT',
    path: '/api/contact-data/',
    summary: 'Propose a change of the customer’s contact data. It replaces a former proposal',
    access: { kind: 'customer' },
    body: strict({
      company_name: line(150),
      email: z.union([z.literal(''), email]),
      emails,
      primary_phone: phone,
      alternate_phone: phone,
      mobile_phone: phone,
      fax: phone,
      ...(Object.fromEntries(Object.entries(address).map(([name, shape]) => [name, shape.unwrap()])) as {
        [Name in keyof typeof address]: ReturnType<(typeof address)[Name]['unwrap']>
      }),
    }),
    reply: ownContactData,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/contact-data/',
    summary: 'Withdraw the proposed change',
    access: { kind: 'customer' },
    reply: 'nothing',
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/contact-changes/',
    summary: 'List the changes of contact data that customers proposed and nobody decided yet',
    access: { kind: 'staff', right: 'customers.read' },
    params: accountParams,
    query: strict({ page: listQuery.page, page_size: listQuery.page_size, customer: id.optional() }),
    reply: paged(change),
  }),
  decide: route({
    method: 'POST',
    path: '/api/accounts/:account/contact-changes/:change/decision/',
    summary: 'Approve or refuse a proposed change. The customer is notified by email',
    access: { kind: 'staff', right: 'customers.write', keys: 'never' },
    params: strict({ account: id, change: id }),
    body: strict({
      decision: z.enum(['approve', 'refuse'], 'Approve or refuse.'),
      note: text(500).default('').describe('to the customer'),
      overwrite: z.boolean().default(false).describe('approve although a field was edited since'),
    }),
    reply: 'nothing',
  }),
}
