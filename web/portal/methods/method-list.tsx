import { Plus, WalletCards } from 'lucide-react'
import { Suspense, useState } from 'react'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { isPreview } from '../preview/preview-store.ts'
import { MethodCard } from './method-card.tsx'
import type { AutoPayments, MethodCompany, StoredMethod } from './use-methods.ts'

/** Loaded when a method is to be added. */
const AddMethod = lazyWithRetry(() => import('./add-method.tsx'), 'AddMethod')

/** Stored methods, which of them is used for automatic payments, and the planned charges. */
export function MethodList({
  methods,
  auto,
  company,
}: {
  methods: readonly StoredMethod[]
  auto: AutoPayments
  company: MethodCompany
}) {
  const [adding, setAdding] = useState(false)
  const add = (
    <Button size="sm" icon={<Plus />} disabled={isPreview} onClick={() => setAdding(true)}>
      {t('Add payment method')}
    </Button>
  )
  return (
    <Sheet label={t('Payment Methods')} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 py-4 @min-md:px-6">
        <h2 className="text-16 font-semibold">{t('Payment Methods')}</h2>
        {methods.length > 0 && add}
      </div>
      {methods.length === 0 ? (
        <EmptyState icon={<WalletCards />} title={t('No payment methods saved')} action={add}>
          {t(
            'Save one to pay faster, or to pay invoices automatically. Nothing is charged when you save it.',
          )}
        </EmptyState>
      ) : (
        <ul className="grid gap-3 @min-md:gap-0">
          {methods.map((method) => (
            <MethodCard key={method.id} method={method} auto={auto} company={company} />
          ))}
        </ul>
      )}
      {adding && (
        <Suspense>
          <AddMethod auto={auto} companyName={company.name} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Sheet>
  )
}
