import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { isSome } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { AnswerBanner } from '../answers/answer-banner.tsx'
import { AnswersPanel } from '../answers/answers-panel.tsx'
import { KeptNote } from '../layout/kept-note.tsx'
import { RecordPage } from '../layout/record-page.tsx'
import { useLive } from '../layout/use-live.ts'
import { InvoicePlanPanel } from '../payment-plans/invoice-plan-panel.tsx'
import { OpenTasks } from '../worklist/open-tasks.tsx'
import { CloseDialog } from './closing/close-dialog.tsx'
import { UndoWriteOffDialog } from './closing/undo-write-off-dialog.tsx'
import { InvoiceActions, type InvoiceDialog } from './invoice-actions.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceHeadline } from './invoice-headline.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { type Invoice, toneOf } from './invoice-look.ts'
import { invoiceQuery } from './invoice-query.ts'
import { InvoiceReminders } from './invoice-reminders.tsx'
import { RecordInvoicePaymentDialog } from './record-invoice-payment-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'

const WaiveDialog = lazyWithRetry(() => import('./fees/waive-dialog.tsx'), 'WaiveDialog')

const CRUMBS = [{ label: 'Invoices', href: '/invoices' }]

/** One invoice: remaining amount, content, history and actions. */
export function InvoicePage() {
  const { invoiceId } = useParams({ strict: false }) as { invoiceId: string }
  const account = useAccount()
  const call = useCall()
  const invoice = useQuery({ ...invoiceQuery(call, account.pk, invoiceId), ...useLive() })
  return (
    <RecordPage query={invoice} title="Invoice" crumbs={CRUMBS} failure="Failed to load invoices">
      {(shown) => <Shown invoice={shown} />}
    </RecordPage>
  )
}

function Shown({ invoice }: { invoice: Invoice }) {
  const [dialog, setDialog] = useState<InvoiceDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PageHeader
        title={`Invoice ${invoice.number}`}
        crumbs={CRUMBS}
        detail={<Tag tone={toneOf(invoice)}>{invoice.status}</Tag>}
        actions={<InvoiceActions invoice={invoice} onOpen={setDialog} />}
      />
      <div className="grid flex-1 border-t border-line max-lg:content-start lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <KeptNote what="invoice" pk={invoice.pk} isOnlyHere={invoice.kept_after_move} />
          {invoice.state === 'open' && <AnswerBanner invoice={invoice} />}
          <InvoiceHeadline invoice={invoice} />
          <InvoiceLines invoice={invoice} />
        </div>
        <aside
          className="grid min-w-0 content-start gap-5 border-line p-4 max-lg:border-t md:p-6 lg:border-s"
          aria-label="Details and history"
        >
          <InvoiceFacts invoice={invoice} />
          <InvoiceHistory invoice={invoice} />
          {invoice.state !== 'draft' && <InvoicePlanPanel invoice={invoice} />}
          {invoice.state !== 'draft' && <AnswersPanel invoice={invoice} />}
          {invoice.state !== 'draft' && <InvoiceReminders invoice={invoice} />}
          {invoice.state !== 'draft' && (
            <OpenTasks subject={{ customer: invoice.customer.pk, invoice: invoice.pk }} />
          )}
        </aside>
      </div>
      {dialog === 'send' && <SendDialog invoice={invoice} onClose={close} />}
      {dialog === 'payment' && <RecordInvoicePaymentDialog invoice={invoice} onClose={close} />}
      <Suspense>
        {dialog === 'waiveFees' && <WaiveDialog fees={feesOf(invoice)} onClose={close} onDone={close} />}
      </Suspense>
      {dialog === 'undoWriteOff' && <UndoWriteOffDialog invoice={invoice} onClose={close} />}
      {(dialog === 'void' || dialog === 'writeOff' || dialog === 'remove') && (
        <CloseDialog invoice={invoice} way={dialog} onClose={close} />
      )}
    </>
  )
}

/** The late fees of an invoice that are owed or were paid, for the dialog that waives them. */
const feesOf = ({ pk, number, customer, currency, late_fees, payment_plan }: Invoice) =>
  late_fees
    .filter(({ amount }) => isSome(amount))
    .map((fee) => ({
      pk: fee.pk,
      amount: fee.amount,
      currency,
      invoice: { pk, number },
      customer,
      payment_plan,
    }))
