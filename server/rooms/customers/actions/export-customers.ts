import type { customers } from '../../../../contract/customers.ts'
import { readFilters } from '../../../../contract/filters.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import { emailRoleOf } from '../../../../domain/people/email-roles.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { auditExport } from '../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportList } from '../../../platform/exports/export-list.ts'
import { orderOf } from '../../../platform/http/paging.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { type CustomerRow, presentCustomer } from '../rules.ts'
import { selectListed, selectOrderedIds } from '../store/list-customers.ts'
import { readAccountSwitches } from './read-customer.ts'

type Exported = ReturnType<typeof presentCustomer> & { readonly row: CustomerRow }

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')

/** The roles of the other emails, in their order. */
const rolesText = ({ emails, email_roles }: Exported): string =>
  emails.map((email) => emailRoleOf(email, email_roles)).join(', ')

/** Columns have the names by which an import recognizes them. */
const COLUMNS: readonly ExportColumn<Exported>[] = [
  { name: 'Name', kind: 'text', value: (one) => one.short_name },
  { name: 'Company', kind: 'text', value: (one) => one.company_name },
  { name: 'Email', kind: 'text', value: (one) => one.email },
  { name: 'Other emails', kind: 'text', value: (one) => one.emails.join(', ') },
  { name: 'Roles of other emails', kind: 'text', value: rolesText },
  { name: 'Phone', kind: 'text', value: (one) => one.primary_phone },
  { name: 'Alternate phone', kind: 'text', value: (one) => one.alternate_phone },
  { name: 'Mobile', kind: 'text', value: (one) => one.mobile_phone },
  { name: 'Fax', kind: 'text', value: (one) => one.fax },
  { name: 'Address', kind: 'text', value: ({ row }) => row.addressline1 },
  { name: 'Address line 2', kind: 'text', value: ({ row }) => row.addressline2 },
  { name: 'City', kind: 'text', value: ({ row }) => row.city },
  { name: 'State or region', kind: 'text', value: ({ row }) => row.state },
  { name: 'Postal code', kind: 'text', value: ({ row }) => row.postalCode },
  { name: 'Country', kind: 'text', value: ({ row }) => row.country },
  { name: 'Currency', kind: 'text', value: (one) => one.currency },
  { name: 'Terms', kind: 'text', value: (one) => one.terms },
  { name: 'Active', kind: 'text', value: (one) => yesOrNo(one.is_active) },
  { name: 'Group', kind: 'text', value: (one) => one.group?.name ?? '' },
  { name: 'Language', kind: 'text', value: (one) => one.language },
  { name: 'Notes', kind: 'text', value: ({ row }) => row.notes },
  { name: 'Balance', kind: 'amount', value: (one) => one.balance },
  { name: 'Open invoices', kind: 'number', value: (one) => one.open_invoices_count },
  { name: 'Average days past due', kind: 'number', value: (one) => one.average_days_past_due },
  { name: 'Reminders', kind: 'text', value: (one) => yesOrNo(one.switches.reminders.on) },
  { name: 'Statements', kind: 'text', value: (one) => yesOrNo(one.switches.statements.on) },
  { name: 'Late fees', kind: 'text', value: (one) => yesOrNo(one.switches.late_fees.on) },
  { name: 'Automatic payments', kind: 'text', value: (one) => yesOrNo(one.auto_pay_status) },
  { name: 'Portal login', kind: 'text', value: (one) => one.portal_details?.email ?? '' },
]

/**
 * Exports the customers that the list shows for the same search and filters, or the chosen ones of them, in its order. The
 * export is in the audit log. Refuses invalid_input beside the invalid field.
 */
export async function exportCustomers(
  uow: UnitOfWork,
  request: InputOf<typeof customers.export>['body'],
): Promise<FileInParts> {
  const { ids, today, switches } = await uow.transaction(async (ctx) => {
    const { currency, timezone } = await readAccountRow(ctx)
    const today = dateInZone(ctx.now, timezone)
    const filters = readFilters(request)
    const matching = { currency, timezone, today, search: searchable(request.search) ?? '', filters }
    const { customers: chosen, ...query } = request
    const ids = await selectOrderedIds(ctx, matching, orderOf(request.order_by), chosen)
    await auditExport(ctx, 'customers.export', 'customer', ids, query)
    return { ids, today, switches: await readAccountSwitches(ctx) }
  })
  return exportList(uow, {
    name: 'Customers',
    format: request.format,
    columns: COLUMNS,
    today,
    ids,
    read: async (ctx, some) =>
      (await selectListed(ctx, some, today)).map((row) => ({ ...presentCustomer(row, switches), row })),
  })
}
