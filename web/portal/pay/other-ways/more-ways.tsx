import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
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
        {`Pay by ${ways.map(({ title }) => title.toLowerCase()).join(' or ')}`}
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
