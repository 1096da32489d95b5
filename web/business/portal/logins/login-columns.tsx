import type { PortalLoginEntry } from '../../../../contract/portal-access/portal-logins.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { dayOf } from '../../../ui/text/zoned-time.ts'
import { LoginButtons } from './login-buttons.tsx'
import { LoginStateTag } from './login-state-tag.tsx'

/** Columns of the list of portal logins. */
export function useLoginColumns(mayInvite: boolean): readonly Column<PortalLoginEntry>[] {
  const { date_format, timezone } = useAccount()
  const day = (instant: string | null): string =>
    instant === null ? '' : formatDate(dayOf(instant, timezone), date_format)
  return [
    {
      id: 'short_name',
      header: 'Customer',
      sortable: true,
      rowHeader: true,
      card: 'title',
      cell: (row) => row.short_name,
      text: (row) => row.short_name,
    },
    {
      id: 'email',
      header: 'Email',
      sortable: true,
      card: 'detail',
      cell: (row) => row.email || <span className="text-ink-3">No address</span>,
      text: (row) => row.email,
      className: 'wrap-anywhere',
    },
    {
      id: 'state',
      header: 'Status',
      width: 8,
      card: 'state',
      cell: (row) => <LoginStateTag state={row.state} />,
    },
    {
      id: 'invited_at',
      header: 'Invited',
      width: 8,
      hideBelow: 'lg',
      cell: (row) =>
        row.invited_at && (
          <>
            <span className="text-ink-3 @min-md:hidden">Invited </span>
            {day(row.invited_at)}
          </>
        ),
    },
    {
      id: 'last_seen_at',
      header: 'Last seen',
      width: 8,
      sortable: true,
      card: 'aside',
      cell: (row) => day(row.last_seen_at),
    },
    ...(mayInvite
      ? [
          {
            id: 'actions',
            header: 'Actions',
            headerHidden: true,
            align: 'end' as const,
            width: 11,
            card: 'action' as const,
            cell: (row: PortalLoginEntry) => <LoginButtons entry={row} />,
          },
        ]
      : []),
  ]
}
