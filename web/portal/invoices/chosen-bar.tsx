import { Lock } from 'lucide-react'
import { t } from '../../ui/language/text.ts'
import { SelectionAction, SelectionBar } from '../../ui/table/selection-bar.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import type { ChosenInvoices } from './use-chosen-invoices.ts'

/** Pays the selected invoices with one payment. */
export function ChosenBar({
  choice: { chosen, sum, currency, clear },
  onPay,
}: {
  choice: ChosenInvoices
  onPay: () => void
}) {
  return (
    <SelectionBar count={chosen.length} onClear={clear}>
      <SelectionAction icon={<Lock />} onPress={onPay}>
        {t('Pay {amount}', { amount: moneyText(sum, currency) })}
      </SelectionAction>
    </SelectionBar>
  )
}
