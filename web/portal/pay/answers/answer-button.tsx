import { Suspense, useState } from 'react'
import { t } from '../../../ui/language/text.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import type { PayableInvoice } from '../payer.ts'

/** Loaded when it opens: most payers pay. */
const AnswerDialog = lazyWithRetry(() => import('./answer-dialog.tsx'), 'AnswerDialog')

/** Opens the dialog in which a payer says when they will pay, or that something is wrong. */
export function AnswerButton({ invoice, className }: { invoice: PayableInvoice; className?: string }) {
  const [open, setOpen] = useState(false)
  const { may_promise, may_dispute } = invoice.answers
  return (
    <>
      {(may_promise || may_dispute) && (
        <Button variant="bare" className={className} onClick={() => setOpen(true)}>
          {may_promise ? t('Not able to pay now?') : t('Something wrong with this invoice?')}
        </Button>
      )}
      <Suspense>{open && <AnswerDialog invoice={invoice} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
