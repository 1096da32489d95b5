import type { z } from 'zod'
import type { customer } from '../../../../contract/customers.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Tag } from '../../../ui/text/tag.tsx'

type Customer = z.output<typeof customer>

export const CUSTOMER_COLUMNS: Column<Customer>[] = [
  {
    id: 'short_name',
    header: 'Customer',
    rowHeader: true,
    sortable: true,
    card: 'title',
    text: (row) => row.short_name,
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <span className="min-w-0 truncate">{row.short_name}</span>
        {!row.is_active && <Tag>Inactive</Tag>}
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    text: (row) => row.email,
    hideBelow: 'lg',
    card: 'detail',
    cell: (row) => row.email,
  },
  {
    id: 'company_name',
    header: 'Company name',
    optional: true,
    text: (row) => row.company_name,
    card: 'hidden',
    cell: (row) => row.company_name,
  },
  {
    id: 'primary_phone',
    header: 'Phone',
    width: 10,
    optional: true,
    text: (row) => row.primary_phone,
    card: 'hidden',
    cell: (row) => row.primary_phone,
  },
  {
    id: 'reminders',
    header: 'Reminders',
    width: 7,
    optional: true,
    card: 'hidden',
    cell: (row) => (row.switches.reminders.on ? 'On' : 'Off'),
  },
  {
    id: 'auto_pay',
    header: 'Automatic payments',
    width: 10,
    optional: true,
    card: 'hidden',
    cell: (row) => (row.auto_pay_status ? 'Agreed' : '–'),
  },
  {
    id: 'group',
    header: 'Group',
    text: (row) => row.group?.name ?? '',
    width: 10,
    hideBelow: '2xl',
    card: 'hidden',
    cell: (row) => row.group?.name ?? '–',
  },
  {
    id: 'open_invoices_count',
    header: 'Open invoices',
    align: 'end',
    sortable: true,
    width: 7,
    hideBelow: 'md',
    card: 'aside',
    cell: (row) => (
      <>
        {row.open_invoices_count}
        <span className="@min-md:hidden"> open</span>
      </>
    ),
  },
  {
    id: 'average_days_past_due',
    header: 'Avg. days past due',
    align: 'end',
    width: 8.5,
    hideBelow: 'xl',
    card: 'hidden',
    cell: (row) => lateness(row.average_days_past_due),
  },
  {
    id: 'portal',
    header: 'Portal',
    width: 6.5,
    hideBelow: 'xl',
    card: 'hidden',
    cell: (row) => portalState(row),
  },
  {
    id: 'balance',
    header: 'Balance',
    align: 'end',
    sortable: true,
    width: 8,
    card: 'value',
    cell: (row) => moneyText(row.balance, row.currency),
  },
]

const lateness = (days: number | null): string =>
  days === null || days <= 0 ? '–' : `${Math.round(days)} ${Math.round(days) === 1 ? 'day' : 'days'}`

const portalState = (row: Customer): string => {
  if (!row.portal_details) return '–'
  return row.portal_details.invite_accepted ? 'Accepted' : 'Invited'
}
