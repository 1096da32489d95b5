import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Returns the taxes on the latest hundred invoices, the most used first. At most 20. */
export async function taxRatesUsed(ctx: Ctx): Promise<{ name: string; ppm: number }[]> {
  const result = await sql<{ name: string; ppm: number }>`
    select l.tax_name as name, l.tax_ppm as ppm
    from (select i.id from invoices i where i.account_id = ${ctx.accountId} order by i.invoice_date desc, i.id desc limit 100) latest
      join invoice_lines l on l.account_id = ${ctx.accountId} and l.invoice_id = latest.id
    where l.tax_ppm > 0 or l.tax_name <> ''
    group by l.tax_name, l.tax_ppm order by count(*) desc, l.tax_name, l.tax_ppm limit 20`.execute(ctx.db)
  return result.rows
}
