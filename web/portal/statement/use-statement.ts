import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import { useSearchParams } from '../location.ts'

export type Statement = ReplyOf<typeof contract.statements.readOwn>
export type StatementKind = Statement['kind']

/** Parameters of the shown statement. Without days the company's server chooses the last weeks. */
interface StatementChoice {
  readonly kind: StatementKind
  readonly from?: string
  readonly to?: string
}

/** The statement that the address names, and the function that changes the address. */
export function useStatement(customerId: string) {
  const call = useCall()
  const [search, setSearch] = useSearchParams()
  const [from, to] = [search.get('from'), search.get('to')]
  const choice: StatementChoice = {
    kind: search.get('kind') === 'balance_forward' ? 'balance_forward' : 'open_item',
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  }
  const query = { ...choice }
  const statement = useQuery({
    key: ['portal-statement', customerId, choice],
    ask: (signal) => call(contract.statements.readOwn, { query }, { signal }),
    keepPrevious: true,
  })
  const set = (changes: Partial<StatementChoice>): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes)) if (value !== undefined) next.set(name, value)
      return next
    })
  const loadPdf = () => call(contract.statements.ownPdf, { query }) as Promise<Blob>
  const loadCsv = () => call(contract.statements.ownCsv, { query }) as Promise<Blob>
  return { statement, choice, set, loadPdf, loadCsv }
}
