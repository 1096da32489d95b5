import { Download } from 'lucide-react'
import type { RequestOf, Route } from '../../../contract/route.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../../domain/files/export-formats.ts'
import type { Right } from '../../../domain/people/roles.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import { SelectionMenu } from '../../ui/table/selection-menu.tsx'
import type { ListState } from '../list-search.ts'

const LABELS: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'Excel (XLSX)' }

type ExportRoute = Route & { readonly reply: 'file' }

/**
 * Downloads every row of a list with its current search, filters and order. `name`: the list's name, 'Invoices'. Renders nothing
 * for a role without exports, or without the `right` that the list’s export needs.
 */
export function ExportMenu({
  list,
  route,
  name,
  right = 'export.read',
}: {
  list: Pick<ListState, 'query'>
  route: ExportRoute
  name: string
  right?: Right
}) {
  const mayExport = useCan(right)
  const { page: _page, page_size: _size, new: _new, ...matching } = list.query
  const { busy, items } = useExport(route, name, matching)
  if (!mayExport) return null
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download />} busy={busy} className="sm:ms-auto">
          Export
        </Button>
      }
      items={items}
    />
  )
}

/** Downloads the selected rows of a list: those of `chosen`, or all that match. Renders nothing for a role without exports. */
export function ExportSelection({
  chosen,
  matching,
  ...file
}: {
  /** The request's names of the selected rows, `{ invoices: […] }`; empty for all that match. */
  chosen: Readonly<Record<string, readonly string[]>>
  /** The list's search, filters and order. */
  matching: Readonly<Record<string, string>>
  route: ExportRoute
  name: string
}) {
  const { busy, items } = useExport(file.route, file.name, { ...matching, ...chosen })
  if (!useCan('export.read')) return null
  return (
    <SelectionMenu icon={<Download />} busy={busy} items={items}>
      Export
    </SelectionMenu>
  )
}

function useExport(
  route: ExportRoute,
  name: string,
  rows: Readonly<Record<string, string | readonly string[]>>,
) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const exporting = useSingleMutation({
    mutationFn: async (format: ExportFormat) => {
      const request: RequestOf<ExportRoute> = {
        params: { account: account.pk },
        body: { ...rows, format },
      }
      saveFile(await call<ExportRoute>(route, request), `${name} ${account.today}.${format}`)
    },
    onError: (error) =>
      toast({ title: 'We couldn’t export the list', body: actionErrorText(error), tone: 'error' }),
  })
  const items = EXPORT_FORMATS.map((format) => ({
    id: format,
    label: LABELS[format],
    onSelect: () => exporting.mutate(format),
  }))
  return { busy: exporting.isPending, items }
}

/** The export of a list that has no other tools, in a line of its own. `query`: the list's filters and order. */
export const ExportBar = ({
  query = {},
  ...rest
}: {
  query?: Record<string, string>
  route: ExportRoute
  name: string
}) =>
  useCan('export.read') && (
    <div className="flex items-center px-4 pt-2 pb-1 md:px-6">
      <ExportMenu list={{ query }} {...rest} />
    </div>
  )
