import { type ComponentProps, useState } from 'react'
import { formatDate } from '../../../ui/language/format-date.ts'
import { t } from '../../../ui/language/text.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { leftToPay } from '../invoice-look.ts'
import { type PayableInvoice, usePayer } from '../payer.ts'
import { PaymentPanel } from '../payment-panel.tsx'
import { ProposalNote } from './proposal-note.tsx'
import { ScheduleList } from './schedule-list.tsx'

type Plan = NonNullable<PayableInvoice['payment_plan']>

/** Pays an invoice on a payment plan: its next installment, or all that is left. */
export function PlanPanel({
  plan,
  invoice,
  panel,
}: {
  plan: Plan
  invoice: PayableInvoice
  panel: ComponentProps<typeof PaymentPanel>
}) {
  // The paid installment stays while the payer is thanked for it.
  const [installment, setInstallment] = useState(plan.next?.id)
  const isOffered = installment !== undefined && plan.next !== null
  if (plan.state === 'proposed')
    return <PaymentPanel {...panel} lead={<ProposalNote plan={plan} invoice={invoice} />} />
  return (
    <PaymentPanel
      key={installment}
      {...panel}
      installmentId={installment}
      onEnded={() => window.location.reload()}
      lead={
        <PlanLead
          plan={plan}
          invoice={invoice}
          isWhole={!isOffered}
          onWhole={(whole) => setInstallment(whole ? undefined : plan.next?.id)}
        />
      }
    />
  )
}

function PlanLead({
  plan,
  invoice,
  isWhole,
  onWhole,
}: {
  plan: Plan
  invoice: PayableInvoice
  isWhole: boolean
  onWhole: (whole: boolean) => void
}) {
  const { dateFormat } = usePayer()
  const { next } = plan
  const { currency } = invoice
  const due = plan.installments.find(({ id }) => id === next?.id)
  const amount = next ? moneyText(next.payable, currency) : ''
  const rest = leftToPay(invoice)
  return (
    <div className="grid gap-3">
      {due && (
        <Note
          tone={due.status === 'Overdue' ? 'warning' : 'info'}
          title={t(
            '{status, select, Overdue {Installment {number} of {of} was due {date}} other {Installment {number} of {of} is due {date}}}',
            {
              status: due.status,
              number: due.number,
              of: plan.installment_count,
              date: formatDate(due.due_date, dateFormat),
            },
          )}
        >
          {noteOf(plan, due.status, amount)}
        </Note>
      )}
      {next && rest !== next.payable && (
        <Button className="w-full" onClick={() => onWhole(!isWhole)}>
          {isWhole
            ? t('Pay only the installment of {amount}', { amount })
            : t('Pay all {amount} instead', { amount: moneyText(rest, currency) })}
        </Button>
      )}
      <details className="text-14">
        <summary className="min-h-11 cursor-pointer content-center font-medium">
          {t('All installments')}
        </summary>
        <ScheduleList
          installments={plan.installments.map(({ total_amount, ...one }) => ({
            ...one,
            amount: total_amount,
          }))}
          isProposed={false}
          currency={currency}
          dateFormat={dateFormat}
        />
      </details>
    </div>
  )
}

function noteOf({ payment_method: method, state }: Plan, status: string, amount: string): string {
  if (state === 'defaulted') return t('Please pay it now to keep your plan.')
  if (method === null) return t('Your payment plan asks for {amount}.', { amount })
  return status === 'Overdue'
    ? t('We couldn’t charge {method}. Please pay {amount} here.', { method, amount })
    : t('We charge {amount} to {method} then. Anything you pay now is deducted.', { amount, method })
}
