import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { likePattern, selectivePattern } from '../../../platform/db/search.ts'

export interface Hit {
  kind: 'customer' | 'invoice' | 'payment'
  pk: string
  title: string
  detail: string
}

/**
 * Up to this many matches are fetched and sorted. With more, reading rows in order soon finds the best ones.
 */
const FEW = 500

/** Returns the best few customers, invoices and payments that contain a text. */
export async function findEverywhere(ctx: Ctx, text: string): Promise<Hit[]> {
  const pattern = likePattern(text)
  const rare = selectivePattern(text)
  const found = await sql<Record<'customers' | 'invoices' | 'payments', string[]>>`
    select array(select find_customer_ids(${pattern}, ${FEW})) as customers,
      array(select find_invoice_ids(${pattern}, ${rare}, ${FEW})) as invoices,
      array(select find_payment_ids(${pattern}, ${rare}, ${FEW})) as payments`.execute(ctx.db)
  const { customers, invoices, payments } = found.rows[0]!
  const these = (id: RawBuilder<unknown>, ids: string[], otherwise: RawBuilder<unknown>) =>
    ids.length < FEW ? sql`${id} = any(${ids}::uuid[])` : sql`${otherwise} like ${pattern}`
  const result = await sql<Hit>`
    (select 'customer' as kind, c.id as pk, c.short_name as title, c.email as detail from customers c
      where c.account_id = ${ctx.accountId} and ${these(sql`c.id`, customers, sql`c.search_text`)}
      order by c.name_key, c.id limit 6)
    union all
    (select 'invoice', i.id, i.number, c.short_name from (
        select i.id, i.number, i.customer_id, i.invoice_date from invoices i
        where i.account_id = ${ctx.accountId} and ${these(sql`i.id`, invoices, sql`lower(i.number)`)}
        order by i.invoice_date desc, i.id desc limit 6) i
      join customers c on c.account_id = ${ctx.accountId} and c.id = i.customer_id order by i.invoice_date desc, i.id desc)
    union all
    (select 'payment', p.id, p.number, c.short_name from (
        select p.id, p.number, p.customer_id, p.created_at from payments p
        where p.account_id = ${ctx.accountId} and ${these(sql`p.id`, payments, sql`lower(p.number)`)}
        order by p.created_at desc, p.id desc limit 4) p
      join customers c on c.account_id = ${ctx.accountId} and c.id = p.customer_id order by p.created_at desc, p.id desc)`.execute(
    ctx.db,
  )
  return result.rows
}
