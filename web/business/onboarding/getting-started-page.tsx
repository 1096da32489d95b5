import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { contract } from '../../../contract/index.ts'
import {
  type OnboardingProgress,
  type OnboardingStep,
  percentDone,
  STEP_TIMES,
} from '../../../domain/accounts/onboarding.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Progress } from '../../ui/text/progress.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { GETTING_STARTED_PATH } from '../paths.ts'
import { StepRow } from './step-row.tsx'
import { GUIDES } from './steps.ts'

/** Steps to a company's first payment and optional later steps, each with a link. */
export function GettingStartedPage() {
  const { pk } = useAccount()
  const call = useCall()
  const queryClient = useQueryClient()
  const queryKey = [pk, 'onboarding']
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(contract.onboarding.read, { params: { account: pk } }, { signal }),
    staleTime: 0,
  })
  const check = useMutation({
    mutationFn: (step: OnboardingStep) =>
      call(contract.onboarding.checkStep, { params: { account: pk }, body: { onboarding_step: step } }),
    onSuccess: (reply) => queryClient.setQueryData(queryKey, reply),
  })
  const problem = check.error ?? (data ? null : error)
  return (
    <>
      <PageHeader title="Getting started" className="border-b border-line" />
      <div className="grid max-w-180 gap-6 px-4 py-6 md:px-6">
        {problem && (
          <Note tone="error" onRetry={check.error ? undefined : () => void refetch()} retrying={isFetching}>
            {actionErrorText(problem)}
          </Note>
        )}
        {!data && !error && <Skeleton className="h-64" />}
        {data && <Guide progress={data.onboarding_progress} onDone={(step) => check.mutate(step)} />}
      </div>
    </>
  )
}

function Guide({
  progress,
  onDone,
}: {
  progress: OnboardingProgress
  onDone: (step: OnboardingStep) => void
}) {
  const { advanced } = useSearch({ strict: false })
  const may = useCan('onboarding.write')
  const navigate = useNavigateTo()
  const guide = advanced ? 'advanced' : 'quick'
  const all = Object.values(progress)
  const done = all.filter(Boolean).length
  const steps = GUIDES[guide].filter((step) => progress[step] !== undefined)
  const next = steps.find((step) => !progress[step])
  return (
    <>
      <Progress
        label={done === all.length ? 'All done' : `${done} of ${all.length} steps done`}
        done={percentDone(progress)}
        total={100}
      />
      <Segmented
        label="Guide"
        className="justify-self-start"
        value={guide}
        options={[
          { value: 'quick', label: 'Quick start' },
          { value: 'advanced', label: 'Advanced options' },
        ]}
        onChange={(chosen) =>
          navigate(chosen === 'advanced' ? `${GETTING_STARTED_PATH}?advanced=true` : GETTING_STARTED_PATH)
        }
      />
      <ol className="border-t border-line">
        {steps.map((step) => (
          <StepRow
            key={step}
            step={step}
            done={progress[step] === true}
            time={STEP_TIMES[step]}
            main={step === next}
            onDone={may ? () => onDone(step) : undefined}
          />
        ))}
      </ol>
    </>
  )
}
