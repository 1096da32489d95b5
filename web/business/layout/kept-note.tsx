import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount, useCan, usePlatformName } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { inlineLink } from './calm-page.tsx'

type RecordThere = ReplyOf<typeof contract.accounting.readRecord>['record']

const KINDS = { invoice: 'invoice', customer: 'customer', 'credit memo': 'credit_memo' } as const

/** On a record of an account of an accounting platform: where it is changed, with a link to it there. */
export function KeptNote({
  what,
  pk,
  isOnlyHere = false,
}: {
  what: keyof typeof KINDS
  pk: string
  /** True for a record that was kept when the company moved to books that don't have it. */
  isOnlyHere?: boolean
}) {
  const platform = usePlatformName()
  const account = useAccount()
  const mayRead = useCan('accounting.read')
  const call = useCall()
  const { data, isLoading } = useQuery({
    queryKey: [account.pk, 'accounting-record', pk],
    queryFn: ({ signal }) =>
      call(
        contract.accounting.readRecord,
        { params: { account: account.pk }, query: { kind: KINDS[what], record: pk } },
        { signal },
      ),
    enabled: platform !== null && mayRead,
  })
  if (platform === null) return null
  const there = data?.record ?? null
  return (
    <div className="flex items-start gap-2 border-b border-line bg-sunken px-4 py-2.5 text-ink-2 md:px-6">
      <BookOpen className="mt-0.5 shrink-0 text-ink-3" />
      {/* Keeps its height until it is known which books have the record. */}
      <p className={isLoading ? 'invisible' : undefined}>
        {keptText(what, platform, there, isOnlyHere)}
        {there !== null && there.url !== '' && (
          <>
            {' '}
            <a href={there.url} target="_blank" rel="noreferrer" className={inlineLink}>
              {`Open in ${there.platform}`}
              <span className="sr-only"> (in a new tab)</span>
            </a>
          </>
        )}
      </p>
    </div>
  )
}

function keptText(
  what: keyof typeof KINDS,
  platform: string,
  there: RecordThere,
  isOnlyHere: boolean,
): string {
  const here = what === 'invoice' ? 'Collect it, void it or write it off here.' : 'Use it or void it here.'
  if (isOnlyHere)
    return `This ${what} is not in your books in ${platform}: you kept it when you moved to them. ${here}`
  if (there === null || there.connected)
    return `Change this ${what} in ${there?.platform ?? platform}. It is read from there.`
  const books = there.company === '' ? there.platform : `${there.company} in ${there.platform}`
  return `This ${what} was read from ${books}, which is not connected any more. Changes there are not read.`
}
