import { Link2 } from 'lucide-react'
import { SelectionAction, SelectionBar } from '../../../ui/table/selection-bar.tsx'
import type { InvoiceRow } from '../invoice-look.ts'
import { useCopyPayLink } from '../pay-link/use-copy-pay-link.tsx'
import { whyNoPayLink } from '../pay-link/why-no-pay-link.ts'

/** Actions on the selected invoices of the page. */
export function SelectedInvoicesBar({
  invoices,
  onClear,
}: {
  /** At least one. */
  invoices: readonly InvoiceRow[]
  onClear: () => void
}) {
  const link = useCopyPayLink(onClear)
  return (
    <>
      <SelectionBar count={invoices.length} onClear={onClear}>
        <SelectionAction
          icon={<Link2 />}
          busy={link.busy}
          disabledBecause={whyNoPayLink(invoices)}
          onPress={() =>
            link.copy({ customer: invoices[0]!.customer, invoices: invoices.map((one) => one.pk) })
          }
        >
          Copy pay link
        </SelectionAction>
      </SelectionBar>
      {link.dialog}
    </>
  )
}
