import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { roleCan } from '../../../domain/people/roles.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { CONFLICTS_PATH, GETTING_STARTED_PATH, PORTAL_REQUESTS_PATH, WORKLIST_PATH } from '../paths.ts'
import { LIVE } from '../query-client.ts'
import { Panel } from './panel.tsx'

type Kind = ReplyOf<typeof contract.reports.nextSteps>['steps'][number]['kind']

interface Line {
  readonly one: string
  readonly many: string
  readonly href: string
}

const LINES: Readonly<Record<Kind, Line>> = {
  payment_cases: {
    one: 'payment needs a decision',
    many: 'payments need a decision',
    href: '/payment-processing/cases',
  },
  failed_charges: {
    one: 'charge failed',
    many: 'charges failed',
    href: `${WORKLIST_PATH}?kind=failed_charge`,
  },
  conflicts: {
    one: 'difference with your books',
    many: 'differences with your books',
    href: CONFLICTS_PATH,
  },
  answers: {
    one: 'promise or dispute to follow up',
    many: 'promises or disputes to follow up',
    href: `${WORKLIST_PATH}?kind=answer`,
  },
  refused_addresses: {
    one: 'address refuses emails',
    many: 'addresses refuse emails',
    href: `${WORKLIST_PATH}?kind=refused_address`,
  },
  follow_ups: {
    one: 'customer to follow up',
    many: 'customers to follow up',
    href: `${WORKLIST_PATH}?kind=follow_up`,
  },
  other_tasks: { one: 'other task is due', many: 'other tasks are due', href: `${WORKLIST_PATH}?kind=other` },
  access_requests: {
    one: 'request for portal access',
    many: 'requests for portal access',
    href: PORTAL_REQUESTS_PATH,
  },
  drafts: { one: 'draft to send', many: 'drafts to send', href: '/invoices?view=draft' },
}

/** Lists what a person should do today, with links to the lists. Keeps its height while it loads. */
export function NextPanel() {
  const { pk, role } = useAccount()
  const call = useCall()
  const { data, isError } = useQuery({
    queryKey: [pk, 'next-steps'],
    queryFn: ({ signal }) => call(contract.reports.nextSteps, { params: { account: pk } }, { signal }),
    ...LIVE,
  })
  const left = useStepsLeft(roleCan(role, 'onboarding.write'))
  if (!data) return isError ? null : <div className="h-64 border-b border-line md:h-36" />
  return (
    <Panel title="Do next" more={{ label: 'Open worklist', href: WORKLIST_PATH }} className="border-b">
      {data.steps.length === 0 && left === 0 && <p className="mt-2 text-ink-2">Nothing waits for you.</p>}
      <ul className="-mx-2 mt-1 grid md:grid-cols-2 xl:grid-cols-3">
        {data.steps.map(({ kind, count }) => (
          <Step key={kind} count={count} {...LINES[kind]} />
        ))}
        {left > 0 && (
          <Step
            count={left}
            one="step of setup left"
            many="steps of setup left"
            href={GETTING_STARTED_PATH}
          />
        )}
      </ul>
    </Panel>
  )
}

function Step({ count, one, many, href }: Line & { count: number }) {
  return (
    <li>
      <Link
        href={href}
        className="flex min-h-9 items-baseline gap-2.5 rounded-6 px-2 py-1.5 hover:bg-sunken max-md:min-h-11"
      >
        <span className="num min-w-6 text-end font-semibold">{count.toLocaleString('en-US')}</span>
        <span className="min-w-0">{count === 1 ? one : many}</span>
      </Link>
    </li>
  )
}

/** Counts the getting-started steps that are not done; 0 for people who can't do them. */
function useStepsLeft(may: boolean): number {
  const { pk } = useAccount()
  const call = useCall()
  const { data } = useQuery({
    queryKey: [pk, 'steps-left'],
    queryFn: ({ signal }) => call(contract.onboarding.read, { params: { account: pk } }, { signal }),
    enabled: may,
  })
  return Object.values(data?.onboarding_progress ?? {}).filter((done) => !done).length
}
