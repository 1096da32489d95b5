import { CheckCircle2 } from 'lucide-react'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Receipt } from '../../ui/text/receipt.tsx'
import { Centered } from '../pay/centered.tsx'
import type { PaidWithCredit } from './credit-alone.tsx'

/** The receipt of a payment by credit alone. */
export function CreditReceipt({
  paid: { amount, currency, invoices },
  companyName,
  onClose,
}: {
  paid: PaidWithCredit
  companyName: string
  onClose?: (() => void) | undefined
}) {
  return (
    <Centered
      icon={<CheckCircle2 className="size-10 text-paid motion-safe:[&>path]:animate-draw" />}
      title={t('Your credit has paid it, thank you!')}
      text={t('Nothing was charged.')}
    >
      <Receipt
        className="mt-2 w-full text-start"
        amount={moneyText(amount, currency)}
        caption={[t('of your credit at {company}', { company: companyName })]}
        groups={[
          invoices.map((one) => ({ label: one.number, value: moneyText(one.amount, currency) })),
          [{ label: t('Charged'), value: moneyText('0', currency), strong: true }],
        ]}
      />
      {onClose && (
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      )}
    </Centered>
  )
}
