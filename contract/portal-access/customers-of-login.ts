import { z } from 'zod'
import { id, paged } from '../shapes.ts'

export const movedTo = id
  .nullable()
  .describe('another customer of this login, which has the invoices since a merge in the accounting platform')

/** Customers between which a login may switch. */
export const allAccounts = paged(
  z.object({ pk: id, short_name: z.string(), company_name: z.string(), moved_to: movedTo }),
)
