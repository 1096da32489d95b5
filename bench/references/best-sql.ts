/** The fastest query for a page of a list on the product's tables: the order comes from an index, the count from a counter. */
export const PAGE = `
  select i.id, i.number, i.state, i.currency, i.invoice_date, i.due_date, i.total_minor, coalesce(r.remaining_minor, 0) as remaining_minor,
    c.id as customer_id, c.short_name
  from (select id, invoice_date from invoices where account_id = $1 order by invoice_date desc, id desc limit 20 offset $2) page
    join invoices i on i.account_id = $1 and i.id = page.id
    join customers c on c.account_id = $1 and c.id = i.customer_id
    left join receivables r on r.account_id = $1 and r.invoice_id = i.id
  order by page.invoice_date desc, page.id desc`

export const COUNT = `
  select coalesce(sum(invoices), 0)::int as count from invoice_tallies where account_id = $1 and scope_id = $1 and kind <> 'owed'`
