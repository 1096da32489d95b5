import { z } from 'zod'
import { event } from '../events.ts'
import { route } from '../route.ts'
import { accountParams, id, strict } from '../shapes.ts'

const read = { kind: 'staff', right: 'invoices.read', keys: 'never' } as const

const reply = z.object({
  unread: z.number().int().describe('at most 99'),
  results: z.array(event.extend({ unread: z.boolean() })).describe('the latest twenty'),
})

/** Events that a member should know: payments, failures, disputes, promises, and notes that name them. */
export const notifications = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/notifications/',
    summary: 'List what happened that the caller should know, newest first, and how much is unread',
    access: read,
    params: accountParams,
    reply,
  }),
  markSeen: route({
    method: 'POST',
    path: '/api/accounts/:account/notifications/seen/',
    summary: 'Mark everything up to an event as seen',
    access: read,
    params: accountParams,
    body: strict({ through: id }),
    reply,
  }),
}
