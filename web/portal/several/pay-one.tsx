import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { PlannedCharge } from '../methods/planned-charge.tsx'
import { isPositive } from '../pay/invoice-look.ts'
import { type Payer, PayerProvider } from '../pay/payer.ts'
import { PaymentPanel } from '../pay/payment-panel.tsx'
import type { PaidWithCredit } from './credit-alone.tsx'
import { CreditBox } from './credit-box.tsx'
import { useCreditFirst } from './use-credit-first.ts'

/** Loaded once credit pays everything. */
const PayWithCredit = lazyWithRetry(() => import('./credit-alone.tsx'), 'PayWithCredit')
const CreditReceipt = lazyWithRetry(() => import('./credit-receipt.tsx'), 'CreditReceipt')

const EVERY_MS = 60_000
/** Until the credit is known, nothing is offered. */
const UNKNOWN = { credit: '0', currency: 'USD', prepay_allowed: false, options: [] }

/** Pays one invoice in the portal, with the customer's credit first if they like. */
export function PayOne({
  payer,
  invoiceId,
  company,
  onClose,
}: {
  payer: Payer
  invoiceId: string
  company: Pick<PortalCompany, 'name' | 'dateFormat'>
  onClose: () => void
}) {
  const [credited, setCredited] = useState<PaidWithCredit | null>(null)
  const { data: open } = useQuery({
    key: ['open-invoices', invoiceId, false],
    ask: (signal) => payer.call(contract.openInvoices.list, { query: { invoices: invoiceId } }, { signal }),
    everyMs: EVERY_MS,
  })
  const lines = open?.lines.filter((line) => isPositive(line.payable)) ?? []
  const credit = useCreditFirst(payer, open ?? UNKNOWN, lines)
  if (credited)
    return (
      <Suspense fallback={<Skeleton className="h-40" />}>
        <CreditReceipt paid={credited} companyName={company.name} onClose={onClose} />
      </Suspense>
    )
  const paid = (): void => {
    payer.paid()
    invalidateQuery('open-invoices')
  }
  const covered = credit.on && credit.restMinor === 0n
  return (
    <PayerProvider value={{ ...payer, paid, ...(credit.on && { send: credit.send }) }}>
      {covered && (
        <div className="grid gap-5">
          <CreditBox credit={credit} />
          <Suspense fallback={<Skeleton className="h-12" />}>
            <PayWithCredit credit={credit} onPaid={setCredited} />
          </Suspense>
        </div>
      )}
      {/* Hidden rather than removed, so that nothing typed is lost. */}
      <div hidden={covered}>
        <PaymentPanel
          invoiceId={invoiceId}
          companyName={company.name}
          lead={
            <>
              <PlannedCharge invoiceId={invoiceId} dateFormat={company.dateFormat} />
              <CreditBox credit={credit} />
            </>
          }
          adjust={credit.on ? credit.adjust : undefined}
          onClose={onClose}
        />
      </div>
    </PayerProvider>
  )
}
