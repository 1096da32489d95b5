import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Check, CircleDot, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { paymentDetail } from '../../../contract/payments.ts'
import { formatDate } from '../../../domain/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Link } from '../../ui/link.tsx'
import { moneyText } from '../../ui/money-text.ts'
import { Note } from '../../ui/note.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useToast } from '../../ui/toast.tsx'
import { recordPath } from '../paths.ts'
import { dayOf, paymentTone, timeOf } from './payment-text.ts'
import { RefundDialog } from './refund-dialog.tsx'

export type PaymentDetail = z.output<typeof paymentDetail>
type Step = 'post' | 'capture' | 'void'

/** One payment: what it settled, what was given back, and how it came to stand as it does. */
export function PaymentPage() {
  const { paymentId } = useParams({ strict: false }) as { paymentId: string }
  const account = useAccount()
  const call = useCall()
  const payment = useQuery({
    queryKey: [account.pk, 'payment', paymentId],
    queryFn: ({ signal }) =>
      call(contract.payments.read, { params: { account: account.pk, payment: paymentId } }, { signal }),
  })
  if (payment.error) {
    return (
      <div className="p-6">
        <Note
          tone="error"
          title="Failed to load payments"
          onRetry={() => payment.refetch()}
          retrying={payment.isFetching}
        >
          {payment.error.message}
        </Note>
      </div>
    )
  }
  if (!payment.data) {
    return (
      <div className="grid gap-4 p-6" aria-busy="true">
        <Skeleton className="h-8 w-60" />
        <Skeleton className="h-60" />
      </div>
    )
  }
  return <Shown payment={payment.data} />
}

function Shown({ payment }: { payment: PaymentDetail }) {
  const [dialog, setDialog] = useState<'refund' | Step | null>(null)
  const money = (amount: string): string => moneyText(amount, payment.total_currency)
  return (
    <>
      <PageHeader
        title={`Payment ${payment.transaction_number}`}
        crumbs={[{ label: 'Payments', href: '/payment-processing' }]}
        detail={
          <>
            <Tag tone={paymentTone(payment.status)}>{payment.status_display}</Tag>
            {payment.posted && <Tag tone="quiet">Reconciled</Tag>}
          </>
        }
        actions={<Actions payment={payment} onChoose={setDialog} />}
      />
      <div className="grid border-t border-line lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Figures payment={payment} />
          <Invoices payment={payment} />
        </div>
        <aside className="border-line p-4 max-lg:border-t md:p-6 lg:border-s" aria-label="History">
          <h2 className="mb-3 font-semibold">History</h2>
          <History payment={payment} />
        </aside>
      </div>
      {dialog === 'refund' && <RefundDialog payment={payment} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'refund' && (
        <StepDialog
          payment={payment}
          step={dialog}
          amount={money(payment.total)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function Actions({
  payment,
  onChoose,
}: {
  payment: PaymentDetail
  onChoose: (dialog: 'refund' | Step) => void
}) {
  const mayRefund = useCan('payments.refund')
  const mayPost = useCan('payments.post')
  return (
    <>
      {mayPost && payment.can.post && (
        <Button icon={<Check />} onClick={() => onChoose('post')}>
          Mark reconciled
        </Button>
      )}
      {mayRefund && payment.can.void && <Button onClick={() => onChoose('void')}>Release</Button>}
      {mayRefund && payment.can.capture && (
        <Button variant="primary" onClick={() => onChoose('capture')}>
          Capture
        </Button>
      )}
      {mayRefund && payment.can.refund && (
        <Button icon={<Undo2 />} onClick={() => onChoose('refund')}>
          Refund
        </Button>
      )}
    </>
  )
}

function StepDialog({
  payment,
  step,
  amount,
  onClose,
}: {
  payment: PaymentDetail
  step: Step
  amount: string
  onClose: () => void
}) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const words = {
    post: {
      title: 'Mark as reconciled',
      text: `${amount} from ${payment.customer.short_name} agrees with your bank statement.`,
      button: 'Mark reconciled',
    },
    capture: {
      title: 'Capture this payment',
      text: `${amount} is authorised and will now be taken from ${payment.customer.short_name}.`,
      button: `Capture ${amount}`,
    },
    void: {
      title: 'Release this payment',
      text: `${amount} is only authorised. ${payment.customer.short_name} will not be charged, and the invoice stays open.`,
      button: `Release ${amount}`,
    },
  }[step]
  const doing = useMutation({
    mutationFn: () =>
      call(contract.payments[step], { params: { account: account.pk, payment: payment.pk }, body: {} }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [account.pk] })
      toast({ title: words.title, body: amount, tone: 'success' })
      onClose()
    },
    onError: (error) => toast({ title: words.title, body: error.message, tone: 'error' }),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.title}
      confirmLabel={words.button}
      busy={doing.isPending}
      danger={step === 'void'}
      onConfirm={() => doing.mutate()}
    >
      {words.text}
    </ConfirmDialog>
  )
}

function Figures({ payment }: { payment: PaymentDetail }) {
  const account = useAccount()
  const money = (amount: string): string => moneyText(amount, payment.total_currency)
  const some = (amount: string): boolean => /[1-9]/.test(amount)
  const facts: [string, React.ReactNode][] = [
    [
      'Customer',
      <Link key="c" href={recordPath('customer', payment.customer.pk)} className="link-quiet">
        {payment.customer.short_name}
      </Link>,
    ],
    ['Method', payment.method_display || payment.type_display],
    [
      'Date',
      `${formatDate(dayOf(payment.created, account.timezone), account.date_format)}, ${timeOf(payment.created, account.timezone)}`,
    ],
    ...(payment.reference ? ([['Reference', payment.reference]] as [string, string][]) : []),
    ...(some(payment.surcharge)
      ? ([['Surcharge included', money(payment.surcharge)]] as [string, string][])
      : []),
    ...(some(payment.refunded_amount)
      ? ([['Refunded', money(payment.refunded_amount)]] as [string, string][])
      : []),
    ...(some(payment.unapplied_amount)
      ? ([['Unapplied credit', money(payment.unapplied_amount)]] as [string, string][])
      : []),
    ...(payment.gateway_id
      ? ([['Processor', `${payment.provider} ${payment.gateway_id}`]] as [string, string][])
      : []),
  ]
  return (
    <section className="grid gap-4 border-b border-line p-4 md:p-6" aria-label="Payment">
      <p className="num text-32 font-semibold tracking-tight">{money(payment.total)}</p>
      {payment.failure && <Note tone="error">{payment.failure}</Note>}
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-12 text-ink-3">{label}</dt>
            <dd className="num break-words whitespace-normal">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Invoices({ payment }: { payment: PaymentDetail }) {
  const money = (amount: string): string => moneyText(amount, payment.total_currency)
  return (
    <>
      <h2 className="px-4 pt-5 pb-2 font-semibold md:px-6">Invoices</h2>
      <DataTable
        label="Invoices of this payment"
        rows={payment.invoices}
        rowKey={(row) => row.pk}
        rowHref={(row) => recordPath('invoice', row.pk)}
        empty={
          <p className="px-4 pb-6 text-ink-2 md:px-6">
            It settles no invoice: all of it is the customer's credit.
          </p>
        }
        columns={[
          { id: 'number', header: 'Invoice', rowHeader: true, card: 'title', cell: (row) => row.number },
          {
            id: 'state',
            header: 'State',
            card: 'detail',
            cell: (row) => ALLOCATION_WORDS[row.state] ?? row.state,
          },
          { id: 'amount', header: 'Amount', align: 'end', card: 'value', cell: (row) => money(row.amount) },
        ]}
      />
      {payment.refunds.length > 0 && (
        <>
          <h2 className="px-4 pt-5 pb-2 font-semibold md:px-6">Refunds</h2>
          <DataTable
            label="Refunds"
            rows={payment.refunds}
            rowKey={(row) => row.id}
            columns={[
              {
                id: 'reason',
                header: 'Reason',
                rowHeader: true,
                card: 'title',
                cell: (row) => row.failure ?? (row.reason || 'No reason given'),
              },
              {
                id: 'status',
                header: 'Status',
                card: 'detail',
                cell: (row) => (
                  <Tag tone={paymentTone(row.status)}>{REFUND_WORDS[row.status] ?? row.status}</Tag>
                ),
              },
              {
                id: 'amount',
                header: 'Amount',
                align: 'end',
                card: 'value',
                cell: (row) => money(row.amount),
              },
            ]}
          />
        </>
      )}
    </>
  )
}

const ALLOCATION_WORDS: Record<string, string> = {
  reserved: 'Under way',
  applied: 'Settled',
  released: 'Not settled',
  reversed: 'Taken back',
}
const REFUND_WORDS: Record<string, string> = {
  waiting: 'Under way',
  confirmed: 'Refunded',
  rejected: 'Refused',
}

function History({ payment }: { payment: PaymentDetail }) {
  const account = useAccount()
  return (
    <Timeline
      items={[...payment.events].reverse().map((event, at) => ({
        id: `${event.at}${at}`,
        icon: <CircleDot />,
        title: event.cause,
        detail: event.to,
        tone: paymentTone(event.to),
        time: `${formatDate(dayOf(event.at, account.timezone), account.date_format)} ${timeOf(event.at, account.timezone)}`,
        dateTime: event.at,
      }))}
    />
  )
}
