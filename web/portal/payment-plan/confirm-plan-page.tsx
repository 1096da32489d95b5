import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { callByLink, linkInAddress } from '../pay/opening.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { NoPlan } from './no-plan.tsx'
import { ConfirmedPlan, EndedPlan } from './plan-outcome.tsx'
import { ProposalFrame } from './proposal-frame.tsx'

/** Page of a confirmation link: the proposal, and after that the confirmed plan. Opening it agrees to nothing. */
export function ConfirmPlanPage() {
  const token = linkInAddress()
  const isToken = /^[\w-]{43}$/.test(token)
  const {
    data: proposal,
    error,
    isFetching,
    refetch,
  } = useQuery({
    key: ['proposal', token],
    ask: (signal) => callByLink(contract.paymentPlans.readProposal, { body: { token } }, { signal }),
    freshMs: Number.POSITIVE_INFINITY,
    enabled: isToken,
  })
  if (!isToken) return <NoPlan />
  if (proposal)
    return (
      <ProposalFrame proposal={proposal}>
        {proposal.state === 'proposed' && <ConfirmForm token={token} proposal={proposal} />}
        {proposal.state === 'canceled' && <EndedPlan />}
        {proposal.state !== 'proposed' && proposal.state !== 'canceled' && (
          <ConfirmedPlan proposal={proposal} />
        )}
      </ProposalFrame>
    )
  if (!error) return null
  if (error instanceof ApiError && error.status === 400) return <NoPlan />
  const again = (
    <Button variant="primary" busy={isFetching} onClick={refetch}>
      {t('Try again')}
    </Button>
  )
  return (
    <MessagePage title={t('We couldn’t open this page')} actions={again}>
      {t('{problem} Nothing was agreed.', { problem: error.message })}
    </MessagePage>
  )
}
