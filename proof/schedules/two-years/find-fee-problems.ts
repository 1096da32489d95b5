import type { Workers } from '../workers.ts'
import type { ChasingCompany } from './companies.ts'
import { expectFees, expectStatements, FEE_MINOR } from './fees-oracle.ts'

const FEES = `
  select f.invoice_id as invoice, string_agg(f.day || ' on ' || f.booked_on, ', ' order by f.day, f.id) as fees,
    bool_and(f.amount_minor = $2) as exact,
    count(*) = (select count(*) from ledger_entries e where e.account_id = f.account_id and e.kind = 'late_fee'
      and e.source_id = any(array_agg(f.id))) as booked
  from late_fees f where f.account_id = $1 group by f.account_id, f.invoice_id`

/** Statements with the local day on which their email was queued, and how often the mail server took it. */
const STATEMENTS = `
  select s.customer_id as customer, s.period_from || ' to ' || s.period_to || ' on ' || (s.sent_at at time zone $2)::date as statement,
    (select count(*)::int from mail_messages m where m.account_id = s.account_id and m.related_id = s.id and m.status = 'sent') as mails
  from statements s where s.account_id = $1 order by s.period_to, s.period_from, s.id`

const differences = (label: string, found: readonly string[], wanted: readonly string[]): string[] =>
  found.join(', ') === wanted.join(', ')
    ? []
    : [`${label}: ${found.join(', ') || 'none'} in place of ${wanted.join(', ') || 'none'}`]

/** Returns how the late fees of a company differ from what the oracle expects. */
export async function findFeeProblems(workers: Workers, company: ChasingCompany): Promise<string[]> {
  const { zone, checks, charged, tenant } = company
  const rows = await workers.query<{ invoice: string; fees: string; exact: boolean; booked: boolean }>(FEES, [
    tenant.accountId,
    FEE_MINOR,
  ])
  const found = new Map(rows.map((row) => [row.invoice, row]))
  const problems = charged.flatMap((invoice) => {
    const row = found.get(invoice.id)
    found.delete(invoice.id)
    return [
      ...differences(
        `fees of the invoice due ${invoice.due}`,
        row?.fees.split(', ') ?? [],
        expectFees(zone, checks, invoice),
      ),
      ...(row && !(row.exact && row.booked) ? [`wrong amount or entry: due ${invoice.due}`] : []),
    ]
  })
  return [...problems, ...[...found.keys()].map((id) => `charged without a rule: ${id}`)]
}

/** Returns how the statements of a company differ from what the oracle expects, for a customer who always owes something. */
export async function findStatementProblems(workers: Workers, company: ChasingCompany): Promise<string[]> {
  const { zone, checks, createdAt, debtor, tenant } = company
  const rows = await workers.query<{ customer: string; statement: string; mails: number }>(STATEMENTS, [
    tenant.accountId,
    zone,
  ])
  const wanted = expectStatements(zone, checks, createdAt)
  const ofDebtor = rows.filter(({ customer }) => customer === debtor).map(({ statement }) => statement)
  return [
    ...differences('statements', ofDebtor, wanted),
    ...rows.flatMap(({ statement, mails }) => [
      ...(wanted.includes(statement) ? [] : [`sent without a reason: ${statement}`]),
      ...(mails === 1 ? [] : [`mailed ${mails} times: ${statement}`]),
    ]),
  ]
}
