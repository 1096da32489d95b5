import { Download } from 'lucide-react'
import type { RequestOf, Route } from '../../../contract/route.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../../domain/files/export-formats.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import type { ListState } from '../list-search.ts'

const LABELS: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'Excel (XLSX)' }

type ExportRoute = Route & { readonly reply: 'file' }

/**
 * Downloads every row of a list with its current search, filters and order. `name`: the list's name, 'Invoices'. Renders nothing
 * for a role without exports.
 */
export function ExportMenu({
  list,
  route,
  name,
}: {
  list: Pick<ListState, 'query'>
  route: ExportRoute
  name: string
}) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const mayExport = useCan('export.read')
  const { page: _page, page_size: _size, new: _new, ...matching } = list.query
  const exporting = useSingleMutation({
    mutationFn: async (format: ExportFormat) => {
      const request: RequestOf<ExportRoute> = {
        params: { account: account.pk },
        body: { ...matching, format },
      }
      saveFile(await call<ExportRoute>(route, request), `${name} ${account.today}.${format}`)
    },
    onError: (error) =>
      toast({ title: 'We couldn’t export the list', body: actionErrorText(error), tone: 'error' }),
  })
  if (!mayExport) return null
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download />} busy={exporting.isPending} className="sm:ms-auto">
          Export
        </Button>
      }
      items={EXPORT_FORMATS.map((format) => ({
        id: format,
        label: LABELS[format],
        onSelect: () => exporting.mutate(format),
      }))}
    />
  )
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
