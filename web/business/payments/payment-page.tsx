import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { BookX, Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'
import { useAccount, useCan, usePaymentsByHand, usePlatformName } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { ConflictNote } from '../accounts/accounting/conflict-note.tsx'
import { RecordPage } from '../layout/record-page.tsx'
import { failureNotice } from './failure-notice.ts'
import { CaseCard } from './payment-case.tsx'
import { PaymentFigures } from './payment-figures.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PaymentInvoices } from './payment-invoices.tsx'
import { PaymentState } from './payment-state.tsx'
import { PaymentStatusTags } from './payment-status-tags.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { SandboxPanel } from './sandbox-panel.tsx'
import { UseCreditDialog } from './use-credit-dialog.tsx'

type Step = 'post' | 'capture' | 'void'

const CRUMBS = [{ label: 'Payments', href: '/payment-processing' }]

/** One payment: the invoices it settled, its refunds, and its history. */
export function PaymentPage() {
  const { paymentId } = useParams({ strict: false }) as { paymentId: string }
  const account = useAccount()
  const call = useCall()
  const payment = useQuery({
    queryKey: [account.pk, 'payment', paymentId],
    queryFn: ({ signal }) =>
      call(contract.payments.read, { params: { account: account.pk, payment: paymentId } }, { signal }),
  })
  return (
    <RecordPage query={payment} title="Payment" crumbs={CRUMBS} failure="Failed to load payments">
      {(shown) => <Shown payment={shown} />}
    </RecordPage>
  )
}

function Shown({ payment }: { payment: PaymentDetail }) {
  const platform = usePlatformName()
  const [dialog, setDialog] = useState<'refund' | 'use-credit' | Step | null>(null)
  const mayRefund = useCan('payments.refund')
  const open = payment.cases.filter((found) => found.closed_at === null)
  const money = (amount: string): string => moneyText(amount, payment.total_currency)
  return (
    <>
      <PageHeader
        title={`Payment ${payment.transaction_number}`}
        crumbs={CRUMBS}
        detail={
          <>
            <PaymentStatusTags payment={payment} />
            {payment.left_out && (
              <Tag tone="soon" icon={<BookX className="size-3.5" />}>
                Left out of the books
              </Tag>
            )}
            {payment.posted && !payment.left_out && (
              <Tag icon={<Check className="size-3.5" />}>{platform === null ? 'Reconciled' : 'Posted'}</Tag>
            )}
            {payment.post_url !== null && (
              <a
                href={payment.post_url}
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-2"
              >
                {`View in ${platform ?? 'the accounting platform'}`}
              </a>
            )}
          </>
        }
        actions={<Actions payment={payment} onChoose={setDialog} />}
      />
      <div className="grid border-t border-line lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {open.length > 0 && (
            <section
              aria-label="Payment cases"
              className="divide-y divide-line border-b border-line bg-soon-tint"
            >
              {open.map((found) => (
                <CaseCard key={found.pk} found={found} onPayment />
              ))}
            </section>
          )}
          <ConflictNote subject={payment.pk} className="m-4 md:m-6" />
          <PaymentState payment={payment} />
          <PaymentFigures payment={payment} />
          <PaymentInvoices payment={payment} />
        </div>
        <aside className="border-line p-4 max-lg:border-t md:p-6 lg:border-s" aria-label="History">
          <h2 className="mb-3 font-semibold">History</h2>
          <PaymentHistory payment={payment} />
          {mayRefund && payment.provider === 'sandbox' && payment.gateway_id && (
            <SandboxPanel charge={payment.gateway_id} />
          )}
        </aside>
      </div>
      {dialog === 'refund' && <RefundDialog payment={payment} onClose={() => setDialog(null)} />}
      {dialog === 'use-credit' && <UseCreditDialog payment={payment} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'refund' && dialog !== 'use-credit' && (
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
  onChoose: (dialog: 'refund' | 'use-credit' | Step) => void
}) {
  const mayRefund = useCan('payments.refund')
  const mayPost = useCan('payments.post')
  const platform = usePlatformName()
  const byHand = usePaymentsByHand()
  return (
    <>
      {payment.can.use_credit && <Button onClick={() => onChoose('use-credit')}>Apply credit</Button>}
      {mayPost && payment.can.post && (
        <Button icon={<Check />} onClick={() => onChoose('post')}>
          {platform === null ? 'Mark as reconciled' : byHand ? `Check in ${platform}` : `Post to ${platform}`}
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

const WAITS_TO_POST =
  'The accounting platform didn’t take it. See the conflicts of the accounting connection.'

const reconcileWords = (payment: PaymentDetail, amount: string) => ({
  title: 'Mark as reconciled',
  done: 'Payment reconciled',
  failed: 'We couldn’t reconcile the payment',
  text: `${amount} from ${payment.customer.short_name} matches your bank statement.`,
  button: 'Mark as reconciled',
})

const postWords = (payment: PaymentDetail, amount: string, platform: string) => ({
  title: `Post to ${platform}`,
  done: `Payment posted to ${platform}`,
  failed: 'We couldn’t post the payment',
  text: `This records ${amount} from ${payment.customer.short_name} in ${platform} now. It happens by itself within a few minutes.`,
  button: `Post ${amount}`,
})

const checkWords = (payment: PaymentDetail, amount: string, platform: string) => ({
  title: `Check in ${platform}`,
  done: `${platform} shows the payment`,
  failed: 'We couldn’t check the payment',
  text: `${platform} takes no payments from other programs. A task on the worklist says what to enter there. This looks whether ${amount} from ${payment.customer.short_name} is there now.`,
  button: 'Check now',
})

const waitsToPost = (platform: string, byHand: boolean) =>
  byHand
    ? { title: `Not in ${platform} yet`, body: 'The task on the worklist says what to enter.' }
    : { title: 'Not posted yet', body: WAITS_TO_POST }

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
  const platform = usePlatformName()
  const byHand = usePaymentsByHand()
  const postOrCheck = byHand ? checkWords : postWords
  const words = {
    post: platform === null ? reconcileWords(payment, amount) : postOrCheck(payment, amount, platform),
    capture: {
      title: 'Capture this payment',
      done: 'Payment captured',
      failed: 'We couldn’t capture the payment',
      text: `This charges the authorized ${amount} to ${payment.customer.short_name}.`,
      button: `Capture ${amount}`,
    },
    void: {
      title: 'Release this payment',
      done: 'Payment released',
      failed: 'We couldn’t release the payment',
      text: `${payment.customer.short_name} won’t be charged the ${amount}, and the invoice stays open.`,
      button: `Release ${amount}`,
    },
  }[step]
  const doing = useSingleMutation({
    mutationFn: () =>
      call(contract.payments[step], { params: { account: account.pk, payment: payment.pk }, body: {} }),
    onSuccess: async ({ posted }) => {
      await queries.invalidateQueries({ queryKey: [account.pk] })
      if (step === 'post' && !posted) toast({ ...waitsToPost(platform ?? '', byHand), tone: 'info' })
      else toast({ title: words.done, body: amount, tone: 'success' })
      onClose()
    },
    onError: (error) => toast(failureNotice(words.failed, error)),
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
