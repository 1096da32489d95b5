import { type ReactNode, Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { t } from '../../ui/language/text.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Spinner } from '../../ui/text/spinner.tsx'
import { type PayerPayment, type PaymentOption, usePayer } from './payer.ts'
import { PaymentForm } from './payment-form.tsx'
import { type PayFailure, usePay } from './use-pay.ts'

/** Loaded once something was paid or started; payers of an unpaid invoice need neither. */
const PaymentOutcome = lazyWithRetry(() => import('./payment-outcome.tsx'), 'PaymentOutcome')
const PaymentProgress = lazyWithRetry(() => import('./payment-progress.tsx'), 'PaymentProgress')

const OPTIONS_EVERY_MS = 60_000

/** Stands for the options of an installment that is no longer paid. */
const NO_OPTIONS = ['no-options'] as const

export const optionsKey = (invoiceId: string, locked: boolean, installmentId?: string) =>
  ['payment-options', invoiceId, locked, installmentId] as const

/**
 * Reads the ways to pay an invoice, or only an installment of it. `ended` says why an installment has none any more: it is paid or
 * on its way, or its plan has ended. Those of an installment are not asked again then, nor once `isPaid`.
 */
function useOptions(invoiceId: string, only: string | undefined, isPaid: boolean) {
  const payer = usePayer()
  const [ended, setEnded] = useState<string | null>(null)
  const isAsking = ended === null && (only === undefined || !isPaid)
  const options = useQuery({
    key: isAsking ? optionsKey(invoiceId, payer.locked, only) : NO_OPTIONS,
    enabled: isAsking,
    ask: (signal) =>
      payer
        .call(
          contract.payments.options,
          { params: { invoice: invoiceId }, query: { installment_id: only } },
          { signal },
        )
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.fields.installment_id)
            setEnded(error.fields.installment_id.join(' '))
          throw error
        }),
    // The surcharge may change, or a credit may be applied, while the page is open.
    everyMs: OPTIONS_EVERY_MS,
  })
  return { options, ended }
}

/**
 * The payment dialog, for pay links and the portal: loading, options or none,
 * paying, done.
 */
export function PaymentPanel({
  invoiceId,
  installmentId,
  companyName,
  begun = true,
  settled = false,
  resume,
  lead,
  adjust,
  onEnded,
  onClose,
}: {
  invoiceId: string
  /** An installment of the invoice's payment plan, to pay only that. */
  installmentId?: string | undefined
  companyName: string
  /** False when nothing was paid on the invoice yet and nothing is under way. */
  begun?: boolean | undefined
  /** True when nothing remains of the invoice. */
  settled?: boolean | undefined
  /** An earlier payment that waits for the payer, to continue. */
  resume?: PayerPayment | undefined
  /** Stands above the form until something is paid. */
  lead?: ReactNode
  /** Changes what the ways to pay cost. */
  adjust?: ((options: readonly PaymentOption[]) => readonly PaymentOption[]) | undefined
  /** Goes on when the installment is no longer paid. */
  onEnded?: (() => void) | undefined
  onClose?: (() => void) | undefined
}) {
  const payer = usePayer()
  const pay = usePay(resume)
  const [wasLocked] = useState(payer.locked)
  const [only, setOnly] = useState(installmentId)
  const { options, ended } = useOptions(invoiceId, only, pay.result !== null)
  if (pay.result)
    return (
      <Suspense fallback={<Loading />}>
        <PaymentOutcome
          payment={pay.result}
          companyName={companyName}
          onChange={pay.follow}
          onRefused={pay.refused}
          onRest={() => {
            setOnly(undefined)
            pay.startOver()
          }}
          onClose={onClose}
        />
      </Suspense>
    )
  // An earlier form is outdated.
  if (ended !== null)
    return (
      <Note tone="info" onRetry={onEnded}>
        {ended}
      </Note>
    )
  if (!options.data) {
    if (!options.error) return <Loading />
    return (
      <Note
        tone="error"
        title={t('Failed to load payment options')}
        onRetry={options.refetch}
        retrying={options.isFetching}
      >
        {options.error.message}
      </Note>
    )
  }
  const payable = options.data.length > 0
  const progress = (begun || !payable) && (
    <Suspense fallback={payable ? null : <Loading />}>
      <PaymentProgress
        invoiceId={invoiceId}
        settled={settled}
        beside={payable ? 'form' : 'nothing'}
        onGoOn={pay.follow}
      />
    </Suspense>
  )
  if (!payable) return <NothingPayable failure={pay.failure}>{progress}</NothingPayable>
  return (
    <div className="relative grid gap-5">
      {lead}
      {progress}
      <PaymentForm
        key={String(payer.locked)}
        options={adjust?.(options.data) ?? options.data}
        pay={pay}
        companyName={companyName}
        unlocked={wasLocked && !payer.locked}
      />
      {pay.busy && <Processing />}
    </div>
  )
}

/** Says that nothing was charged where the server refused what the payer just sent, rather than a bank or a lost answer. */
function NothingPayable({ failure, children }: { failure: PayFailure | null; children: ReactNode }) {
  return (
    <div className="grid gap-5">
      {failure && !failure.again && failure.declined === null && (
        <Note tone="info">
          {t('Nothing was charged: this was paid meanwhile, or its payment is on its way.')}
        </Note>
      )}
      {children}
    </div>
  )
}

/** Covers the form while a payment is sent. */
function Processing() {
  return (
    <div
      className="absolute inset-0 grid animate-fade-slow place-content-center justify-items-center gap-3 rounded-10 bg-surface/90 text-14 font-medium"
      role="status"
    >
      <Spinner className="size-6" />
      {t('Processing payment, please wait...')}
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-5" role="status" aria-label={t('Loading the ways to pay')}>
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-40" />
      <Skeleton className="h-14" />
    </div>
  )
}
