import type pg from 'pg'
import type { HotQuery } from './hot-queries.ts'

/** Ids of a seeded company that stand in for the names in a hot query's path. */
export interface Samples {
  readonly accountId: string
  readonly values: Readonly<Record<string, string>>
}

/** The largest customer, and an invoice of theirs that was paid. Asked of the database as its owner. */
export async function sampleCompany(owner: pg.Client, accountId: string): Promise<Samples> {
  const { rows } = await owner.query<Record<string, string>>(
    `select i.id as invoice, i.number, i.customer_id as customer, a.payment_id as payment
     from (select customer_id from invoices where account_id = $1 group by 1 order by count(*) desc limit 1) largest
       join invoices i on i.account_id = $1 and i.customer_id = largest.customer_id and i.state = 'open'
       join payment_allocations a on a.account_id = $1 and a.invoice_id = i.id
     order by i.invoice_date desc limit 1`,
    [accountId],
  )
  return { accountId, values: { account: accountId, ...rows[0] } }
}

export const pathOf = (query: HotQuery, samples: Samples): string =>
  query.path.replace(/:([a-z]+)/g, (_, name: string) => samples.values[name]!)
