import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { BANK_WORDS } from '../../../../domain/payments/bank-details.ts'
import { t } from '../../../ui/language/text.ts'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import type { PayableInvoice } from '../payer.ts'

/** Loaded when opened: most people pay online. */
const OtherWays = lazyWithRetry(() => import('./other-ways.tsx'), 'OtherWays')

/** Opens the details of bank transfers and checks, where the company takes them. */
export function MoreWays({ ways }: { ways: PayableInvoice['other_ways'] }) {
  const [opened, setOpened] = useState(false)
  return (
    <details className="group mt-6 border-y border-line" onToggle={() => setOpened(true)}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-8 text-14 font-semibold">
        {summaryOf(ways)}
        <ChevronDown className="ms-auto text-ink-3 group-open:rotate-180" />
      </summary>
      {opened && (
        <Suspense fallback={<Skeleton className="mb-4 h-40" />}>
          <OtherWays ways={ways} />
        </Suspense>
      )}
    </details>
  )
}

/** Names the ways: by transfer, by check, or both. */
function summaryOf(ways: PayableInvoice['other_ways']): string {
  if (ways.length > 1) return t('Pay by bank transfer or check')
  return ways[0]?.title === BANK_WORDS.check ? t('Pay by check') : t('Pay by bank transfer')
}
