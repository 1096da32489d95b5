import { Ban, BellRing, CircleMinus, FileDown, Link2, Send, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { BulkAction } from '../../../../domain/invoices/bulk-actions.ts'
import { useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { SelectionAction, SelectionBar } from '../../../ui/table/selection-bar.tsx'
import { ExportSelection } from '../../layout/export-menu.tsx'
import type { SelectedRows } from '../../layout/use-selected-rows.ts'
import type { InvoiceRow } from '../invoice-look.ts'
import { useCopyPayLink } from '../pay-link/use-copy-pay-link.tsx'
import { whyNoPayLink } from '../pay-link/why-no-pay-link.ts'
import { type RunSelection, useStartRun } from '../runs/run-calls.ts'

const InvoiceRunDialog = lazyWithRetry(() => import('../runs/invoice-run-dialog.tsx'), 'InvoiceRunDialog')

/** Actions on the selected invoices. `matching`: the list's search, view and filters; `total`: how many match. */
export function SelectedInvoicesBar({
  selection,
  rows,
  matching,
  ordered,
  total,
}: {
  selection: SelectedRows
  /** The selected invoices that were on screen. */
  rows: readonly InvoiceRow[]
  matching: Readonly<Record<string, string>>
  /** The same with the list's order. */
  ordered: Readonly<Record<string, string>>
  total: number
}) {
  const [opened, setOpened] = useState<BulkAction | null>(null)
  const mayWriteOff = useCan('invoices.write_off')
  const mayRemind = useCan('reminders.send')
  const link = useCopyPayLink(selection.clear)
  const body: RunSelection = selection.isAll ? { matching } : { invoices: [...selection.ids] }
  const toast = useToast()
  const pdfs = useStartRun(
    () => toast({ title: 'Preparing the PDFs', body: 'We’ll download them when they’re ready.' }),
    (error) => toast({ title: 'We couldn’t prepare the PDFs', body: actionErrorText(error), tone: 'error' }),
  )
  const noLink = selection.isAll ? 'For a pay link, select invoices one by one.' : whyNoPayLink(rows)
  return (
    <>
      <SelectionBar count={selection.count} onClear={selection.clear}>
        {selection.chooseAll && (
          <SelectionAction onPress={selection.chooseAll}>
            Select all {total.toLocaleString('en-US')}
          </SelectionAction>
        )}
        <SelectionAction icon={<Send />} onPress={() => setOpened('send')}>
          Send
        </SelectionAction>
        {mayRemind && (
          <SelectionAction icon={<BellRing />} onPress={() => setOpened('remind')}>
            Remind now
          </SelectionAction>
        )}
        <SelectionAction
          icon={<FileDown />}
          busy={pdfs.isPending}
          onPress={() => pdfs.mutate({ action: 'pdfs', ...body, note: '' })}
        >
          PDFs
        </SelectionAction>
        <ExportSelection
          route={contract.invoices.export}
          name="Selected invoices"
          chosen={selection.isAll ? {} : { invoices: [...selection.ids] }}
          matching={ordered}
        />
        {mayWriteOff && (
          <SelectionAction icon={<CircleMinus />} onPress={() => setOpened('write_off')}>
            Write off
          </SelectionAction>
        )}
        {mayWriteOff && rows.some(({ state }) => state === 'written_off') && (
          <SelectionAction icon={<Undo2 />} onPress={() => setOpened('undo_write_off')}>
            Undo write-off
          </SelectionAction>
        )}
        <SelectionAction icon={<Ban />} onPress={() => setOpened('void')}>
          Void
        </SelectionAction>
        <SelectionAction
          icon={<Link2 />}
          busy={link.busy}
          disabledBecause={noLink}
          onPress={() => link.copy({ customer: rows[0]!.customer, invoices: rows.map((one) => one.pk) })}
        >
          Copy pay link
        </SelectionAction>
      </SelectionBar>
      {link.dialog}
      <Suspense>
        {opened && (
          <InvoiceRunDialog
            action={opened}
            selected={{ count: selection.count, body }}
            onClose={() => setOpened(null)}
            onStarted={selection.clear}
          />
        )}
      </Suspense>
    </>
  )
}
