import type pg from 'pg'
import type { HotQuery } from './hot-queries.ts'

/** Ids of a seeded company by the placeholders of a hot query's path. */
export interface Samples {
  readonly accountId: string
  readonly values: Readonly<Record<string, string | null>>
}

/** Returns the largest customer with one of their paid invoices. Reads as the tables' owner. */
export async function sampleCompany(owner: pg.Client, accountId: string): Promise<Samples> {
  const { rows } = await owner.query<Record<string, string>>(
    `select i.id as invoice, i.number, i.customer_id as customer, a.payment_id as payment
     from (select customer_id from invoices where account_id = $1 group by 1 order by count(*) desc limit 1) largest
       join invoices i on i.account_id = $1 and i.customer_id = largest.customer_id and i.state = 'open'
       join payment_allocations a on a.account_id = $1 and a.invoice_id = i.id
     order by i.invoice_date desc limit 1`,
    [accountId],
  )
  const others = await owner.query<Record<string, string | null>>(
    `select (select import_id from import_rows where account_id = $1 order by import_id limit 1) as import,
       (select invoice_id from receivables where account_id = $1 and customer_id = $2 and remaining_minor > 1000
          order by invoice_id limit 1) as owed,
       (select group_id from customers where account_id = $1 and group_id is not null limit 1) as "group",
       (select flow_id::text from reminder_flow_groups where account_id = $1) as flow,
       (select id from reminder_steps where account_id = $1) as step,
       (select i.id::text from receivables r join invoices i on i.account_id = $1 and i.id = r.invoice_id and i.state = 'open'
          join customers k on k.account_id = $1 and k.id = r.customer_id and k.group_id is not null
        where r.account_id = $1 and r.remaining_minor > 0 and i.due_date > current_date order by i.id limit 1) as planned,
       (select r.customer_id::text from receivables r join invoices i on i.account_id = $1 and i.id = r.invoice_id and i.state = 'open'
          join customers k on k.account_id = $1 and k.id = r.customer_id and k.group_id is not null
        where r.account_id = $1 and r.remaining_minor > 0 and i.due_date > current_date order by i.id limit 1) as payer,
       (select id::text from tasks where account_id = $1 and status = 'open' order by id limit 1) as task,
       (select id from credit_memos where account_id = $1 and state = 'open' order by id desc limit 1) as memo,
       (select ceil(count(*) / 20.0)::int::text from invoices where account_id = $1) as last,
       (select ceil(count(*) / 5.0)::int::text from invoices where account_id = $1 and customer_id = $2 and state = 'open') as own`,
    [accountId, rows[0]?.customer],
  )
  return { accountId, values: { account: accountId, ...rows[0], ...others.rows[0] } }
}

/** Returns whether the seeded company has the records that the query needs. It has no imports, for example. */
export const hasSamples = ({ path }: HotQuery, { values }: Samples): boolean =>
  [...path.matchAll(/:([a-z]+)/g)].every(([, name]) => values[name!])

export const pathOf = ({ path }: Pick<HotQuery, 'path'>, samples: Samples): string =>
  path.replace(/:([a-z]+)/g, (_, name: string) => samples.values[name]!)

/** Gives a third of the customers automatic payments that start in some weeks, so that nothing is due yet. */
export async function agreeToAutoPayments(owner: pg.Client, accountId: string): Promise<void> {
  await owner.query(
    `with chosen as (
       select id, row_number() over (order by id) as n from customers where account_id = $1),
     methods as (
       insert into stored_methods (account_id, id, customer_id, provider, provider_token_sealed, type, created_at)
       select $1, gen_random_uuid(), id, 'sandbox', '', 'credit_card', now() from chosen where n % 3 = 0
       returning id, customer_id)
     insert into auto_payment_consents (account_id, id, customer_id, stored_method_id, text_version, agreed_at,
       agreed_on, agreed_by_kind, agreed_by, created_at)
     select $1, gen_random_uuid(), customer_id, id, 1, now() + interval '40 days', current_date + 40, 'portal',
       gen_random_uuid(), now() from methods`,
    [accountId],
  )
}

/** Puts sixty customers into a group. */
export async function groupCustomers(owner: pg.Client, accountId: string): Promise<void> {
  await owner.query(
    `update customers set group_id = (select id from customer_groups where account_id = $1 order by id limit 1)
     where account_id = $1 and id in (select id from customers where account_id = $1 order by id limit 60)`,
    [accountId],
  )
}
