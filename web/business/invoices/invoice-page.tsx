import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { InvoiceActions, type InvoiceDialog } from './invoice-actions.tsx'
import { InvoiceFacts, InvoiceHeadline } from './invoice-facts.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { type Invoice, toneOf } from './invoice-look.ts'
import { invoiceQuery } from './invoice-query.ts'
import { RecordInvoicePaymentDialog } from './record-invoice-payment-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'

/** One invoice: what remains of it, what it says, what happened to it, and what can be done next. */
export function InvoicePage() {
  const { invoiceId } = useParams({ strict: false }) as { invoiceId: string }
  const account = useAccount()
  const call = useCall()
  const invoice = useQuery(invoiceQuery(call, account.pk, invoiceId))
  if (invoice.data) return <Shown invoice={invoice.data} />
  if (invoice.error) {
    return (
      <>
        <PageHeader title="Invoice" crumbs={[{ label: 'Invoices', href: '/invoices' }]} />
        <div className="px-4 md:px-6">
          <Note
            tone="error"
            title="Failed to load invoices"
            onRetry={() => invoice.refetch()}
            retrying={invoice.isFetching}
          >
            {actionErrorText(invoice.error)}
          </Note>
        </div>
      </>
    )
  }
  return (
    <div className="grid gap-4 p-4 md:p-6" aria-busy="true">
      <Skeleton className="h-8 w-60" />
      <Skeleton className="h-28" />
      <Skeleton className="h-80" />
    </div>
  )
}

function Shown({ invoice }: { invoice: Invoice }) {
  const [dialog, setDialog] = useState<InvoiceDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PageHeader
        title={`Invoice ${invoice.number}`}
        crumbs={[{ label: 'Invoices', href: '/invoices' }]}
        detail={<Tag tone={toneOf(invoice)}>{invoice.status}</Tag>}
        actions={<InvoiceActions invoice={invoice} onOpen={setDialog} />}
      />
      <div className="grid flex-1 border-t border-line max-lg:content-start lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <InvoiceHeadline invoice={invoice} />
          <InvoiceLines invoice={invoice} />
        </div>
        <aside
          className="grid min-w-0 content-start gap-5 border-line p-4 max-lg:border-t md:p-6 lg:border-s"
          aria-label="Details and history"
        >
          <InvoiceFacts invoice={invoice} />
          <InvoiceHistory invoice={invoice} />
        </aside>
      </div>
      {dialog === 'send' && <SendDialog invoice={invoice} onClose={close} />}
      {dialog === 'payment' && <RecordInvoicePaymentDialog invoice={invoice} onClose={close} />}
      {(dialog === 'void' || dialog === 'writeOff' || dialog === 'remove') && (
        <CloseDialog invoice={invoice} way={dialog} onClose={close} />
      )}
    </>
  )
}
