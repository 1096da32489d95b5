import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Progress } from '../../../ui/text/progress.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'

/** Shows the plan's limits and their usage. */
export function PlanUsage() {
  const { pk } = useAccount()
  const call = useCall()
  const { data, error, refetch } = useQuery({
    queryKey: [pk, 'plan-quotas'],
    queryFn: ({ signal }) => call(contract.reports.planQuotas, { params: { account: pk } }, { signal }),
    staleTime: 0,
  })
  if (error && !data)
    return (
      <div className="grid justify-items-start gap-3">
        <Note tone="error">{actionErrorText(error)}</Note>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    )
  if (!data) return <Skeleton className="h-24" />
  return (
    <ul className="grid gap-5">
      {data.plan_quotas.map(({ codename, name, description, value, used }) => (
        <li key={codename} className="grid gap-1.5">
          {value === null || (value === 0 && used === 0) ? (
            <div className="flex items-baseline justify-between gap-3">
              <span className="font-medium">{name}</span>
              <span className="num text-12 text-ink-2">
                {value === null ? `${figure(used)}, no limit` : 'Not included'}
              </span>
            </div>
          ) : (
            <Progress
              label={name}
              done={value === 0 ? 1 : used}
              total={Math.max(1, value)}
              tone={used >= value ? 'overdue' : 'brand'}
              detail={`${figure(used)} of ${figure(value)}`}
            />
          )}
          <p className="text-ink-2">{description}</p>
        </li>
      ))}
    </ul>
  )
}

const figure = (count: number): string => count.toLocaleString('en-US')
