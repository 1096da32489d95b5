import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Note } from '../../ui/text/note.tsx'
import { RecordPage } from '../layout/record-page.tsx'
import { PAYMENT_PLANS_PATH, paymentPlanPath } from '../paths.ts'
import { ChangeForm } from './proposal-form.tsx'
import { type Plan, usePlan, usePolicy } from './use-plans.ts'

/** Changes the schedule of a proposal. */
export function ChangePage() {
  const { planId } = useParams({ strict: false }) as { planId: string }
  const plan = usePlan(planId)
  const policy = usePolicy()
  // A refetch must not replace the version that somebody is changing.
  const [edited, setEdited] = useState<Plan | null>(null)
  const crumbs = [
    { label: 'Payment plans', href: PAYMENT_PLANS_PATH },
    { label: plan.data?.customer.short_name ?? 'Payment plan', href: paymentPlanPath(planId) },
  ]
  return (
    <RecordPage
      query={plan}
      title="Change the proposal"
      crumbs={crumbs}
      failure="Failed to load payment plans"
    >
      {(latest) => {
        const shown = edited?.pk === latest.pk ? edited : latest
        return (
          <>
            <PageHeader title="Change the proposal" crumbs={crumbs} className="border-b border-line" />
            {shown.can.update ? (
              policy.data && (
                <ChangeForm
                  key={`${shown.pk} ${shown.revision}`}
                  plan={shown}
                  today={policy.data.today}
                  onTouch={() => setEdited(shown)}
                  onDiscard={() => setEdited(null)}
                />
              )
            ) : (
              <Note className="mx-4 my-6 md:mx-6">
                This plan is no longer a proposal, so it can’t be changed.
              </Note>
            )}
          </>
        )
      }}
    </RecordPage>
  )
}
