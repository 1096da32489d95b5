import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { t } from '../../ui/language/text.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Spinner } from '../../ui/text/spinner.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { AskLine } from '../pay/answers/ask-line.tsx'
import { isPositive } from '../pay/invoice-look.ts'
import { type Payer, PayerProvider } from '../pay/payer.ts'
import { PaymentForm } from '../pay/payment-form.tsx'
import { usePay } from '../pay/use-pay.ts'
import { ChosenLines } from './chosen-lines.tsx'
import type { PaidWithCredit } from './credit-alone.tsx'
import { CreditBox } from './credit-box.tsx'
import type { OpenInvoices } from './open-invoices.ts'
import { type CreditFirst, useCreditFirst } from './use-credit-first.ts'

/** Loaded once something was paid. */
const PaymentOutcome = lazyWithRetry(() => import('../pay/payment-outcome.tsx'), 'PaymentOutcome')

/** Loaded once credit pays everything. */
const PayWithCredit = lazyWithRetry(() => import('./credit-alone.tsx'), 'PayWithCredit')
const CreditReceipt = lazyWithRetry(() => import('./credit-receipt.tsx'), 'CreditReceipt')

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
      title={t('Failed to load payment options')}
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
  const [credited, setCredited] = useState<PaidWithCredit | null>(null)
  const chosen = open.lines.filter((line) => isPositive(line.payable) && !unchosen.has(line.pk))
  const credit = useCreditFirst(payer, open, chosen)
  if (credited)
    return (
      <Suspense fallback={<Loading />}>
        <CreditReceipt paid={credited} companyName={company.name} onClose={onClose} />
      </Suspense>
    )
  return (
    <PayerProvider value={{ ...payer, send: credit.send }}>
      <Paying
        open={open}
        credit={credit}
        company={company}
        onClose={onClose}
        onCredited={setCredited}
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
  credit,
  company,
  onToggle,
  onCredited,
  onClose,
}: {
  open: OpenInvoices
  credit: CreditFirst
  company: SeveralProps['company']
  onCredited: (paid: PaidWithCredit) => void
  onToggle: (pk: string, on: boolean) => void
  onClose?: (() => void) | undefined
}) {
  const pay = usePay()
  const { sumMinor, restMinor } = credit
  if (pay.result)
    return (
      <Suspense fallback={<Loading />}>
        <PaymentOutcome
          payment={pay.result}
          companyName={company.name}
          onChange={pay.follow}
          onRefused={pay.refused}
          onRest={pay.startOver}
          onClose={onClose}
        />
      </Suspense>
    )
  const options = credit.adjust(open.options)
  return (
    <div className="relative grid gap-6 sm:grid-cols-2 sm:gap-8">
      <div className="grid content-start gap-4">
        <ChosenLines
          open={open}
          chosen={credit.lines}
          sumMinor={sumMinor}
          dateFormat={company.dateFormat}
          onToggle={onToggle}
        />
        <CreditBox credit={credit} disabled={pay.busy} />
        <AskLine company={company} className="max-sm:hidden" />
      </div>
      <div className="min-w-0">
        {options.length > 0 && (
          // Hidden rather than removed while nothing is charged, so that nothing typed is lost.
          <div hidden={restMinor === 0n}>
            <PaymentForm options={options} pay={pay} companyName={company.name} unlocked={false} />
          </div>
        )}
        {sumMinor > 0n && restMinor === 0n && (
          <Suspense fallback={<Skeleton className="h-12" />}>
            <PayWithCredit credit={credit} onPaid={onCredited} />
          </Suspense>
        )}
        {sumMinor === 0n && (
          <Note tone="info">
            {open.lines.length === 0
              ? t('Nothing is due now.')
              : options.length === 0
                ? t(
                    'These invoices can’t be paid right now: they are paid already, or their payment is on its way.',
                  )
                : t('Choose at least one invoice.')}
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
          {t('Processing payment, please wait...')}
        </div>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-5" role="status" aria-label={t('Loading the ways to pay')}>
      <Skeleton className="h-18" />
      <Skeleton className="h-40" />
      <Skeleton className="h-14" />
    </div>
  )
}
