import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatAmount } from '../../../domain/money/money.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { minorOf } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Spinner } from '../../ui/text/spinner.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { AskLine } from '../pay/answers/ask-line.tsx'
import { isPositive } from '../pay/invoice-look.ts'
import { type Payer, PayerProvider } from '../pay/payer.ts'
import { PaymentForm } from '../pay/payment-form.tsx'
import { optionIdOf } from '../pay/payment-values.ts'
import { usePay } from '../pay/use-pay.ts'
import { ChosenLines } from './chosen-lines.tsx'
import type { OpenInvoices } from './open-invoices.ts'
import { withAmount } from './with-amount.ts'

/** Loaded once something was paid. */
const PaymentOutcome = lazyWithRetry(() => import('../pay/payment-outcome.tsx'), 'PaymentOutcome')

const EVERY_MS = 60_000

interface SeveralProps {
  readonly payer: Payer
  readonly company: Pick<PortalCompany, 'name' | 'email' | 'phone' | 'dateFormat'>
  /** Ids of the invoices; absent for all that is due now, or all of a pay link. */
  readonly invoices?: readonly string[] | undefined
  /** Ids of invoices that begin unchosen. */
  readonly left: readonly string[]
  readonly onClose?: (() => void) | undefined
}

/** One payment for several invoices: which ones on the left, how on the right, one column on phones. */
export function PaySeveral({ payer, invoices, ...rest }: SeveralProps) {
  const open = useQuery({
    key: ['open-invoices', invoices?.join() ?? '', payer.locked],
    ask: (signal) =>
      payer.call(
        contract.openInvoices.list,
        { query: invoices ? { invoices: invoices.join() } : {} },
        { signal },
      ),
    everyMs: EVERY_MS,
    keepPrevious: true,
  })
  if (open.data) return <Open payer={payer} open={open.data} {...rest} />
  if (!open.error) return <Loading />
  return (
    <Note
      tone="error"
      title="Failed to load payment options"
      onRetry={open.refetch}
      retrying={open.isFetching}
    >
      {open.error.message}
    </Note>
  )
}

function Open({
  payer,
  open,
  company,
  left,
  onClose,
}: Omit<SeveralProps, 'invoices'> & { open: OpenInvoices }) {
  const [unchosen, setUnchosen] = useState<ReadonlySet<string>>(() => new Set(left))
  const chosen = open.lines.filter((line) => isPositive(line.payable) && !unchosen.has(line.pk))
  const several: Payer = {
    ...payer,
    send: (option, form) =>
      payer.call(contract.openInvoices.pay, {
        params: { option: optionIdOf(option) },
        body: { invoices: chosen.map((line) => ({ invoice: line.pk, amount: line.payable })), form },
      }),
  }
  return (
    <PayerProvider value={several}>
      <Paying
        open={open}
        chosen={chosen}
        company={company}
        onClose={onClose}
        onToggle={(pk, on) =>
          setUnchosen((before) => {
            const next = new Set(before)
            on ? next.delete(pk) : next.add(pk)
            return next
          })
        }
      />
    </PayerProvider>
  )
}

function Paying({
  open,
  chosen,
  company,
  onToggle,
  onClose,
}: {
  open: OpenInvoices
  chosen: OpenInvoices['lines']
  company: SeveralProps['company']
  onToggle: (pk: string, on: boolean) => void
  onClose?: (() => void) | undefined
}) {
  const pay = usePay()
  const { currency } = open
  const sum = chosen.reduce((total, line) => total + minorOf(line.payable, currency), 0n)
  if (pay.result)
    return (
      <Suspense fallback={<Loading />}>
        <PaymentOutcome
          payment={pay.result}
          companyName={company.name}
          onChange={pay.follow}
          onRefused={pay.refused}
          onRest={pay.startAnew}
          onClose={onClose}
        />
      </Suspense>
    )
  const options = open.options.map((option) =>
    withAmount(option, formatAmount(sum, currency), open.prepay_allowed),
  )
  return (
    <div className="relative grid gap-6 sm:grid-cols-2 sm:gap-8">
      <div className="grid content-start gap-4">
        <ChosenLines
          open={open}
          chosen={chosen}
          sumMinor={sum}
          dateFormat={company.dateFormat}
          onToggle={onToggle}
        />
        <AskLine company={company} className="max-sm:hidden" />
      </div>
      <div className="min-w-0">
        {options.length > 0 && (
          // Hidden rather than removed while nothing is chosen, so that nothing typed is lost.
          <div hidden={sum === 0n}>
            <PaymentForm options={options} pay={pay} companyName={company.name} unlocked={false} />
          </div>
        )}
        {sum === 0n && (
          <Note tone="info">
            {open.lines.length === 0
              ? 'Nothing is due now.'
              : options.length === 0
                ? 'These invoices can’t be paid right now: they are paid already, or their payment is on its way.'
                : 'Choose at least one invoice.'}
          </Note>
        )}
        <AskLine company={company} className="mt-4 sm:hidden" />
      </div>
      {pay.busy && (
        <div
          className="absolute inset-0 z-20 grid animate-rise place-content-center justify-items-center gap-3 rounded-10 bg-surface/90 text-14 font-medium"
          role="status"
        >
          <Spinner className="size-6" />
          Processing payment, please wait...
        </div>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-5" role="status" aria-label="Loading the ways to pay">
      <Skeleton className="h-18" />
      <Skeleton className="h-40" />
      <Skeleton className="h-14" />
    </div>
  )
}
