import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { ACCOUNTING_PATH } from '../../paths.ts'

interface BooksAnswer {
  provider?: string | undefined
  code?: string | undefined
  realm_id?: string | undefined
  state?: string | undefined
}

/** Finishes the connection that a person began, once. Renders only what keeps them waiting, or the reason of a failure. */
export function FinishBooks() {
  const { pk } = useAccount()
  const { provider, code, realm_id, state } = useSearch({ strict: false }) as BooksAnswer
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !provider || !code || !state) return
    begun.current = true
    const body = { code, realm_id: realm_id ?? '', state }
    const leave = () => navigate({ to: ACCOUNTING_PATH, replace: true })
    call(contract.accounting.finish, { params: { account: pk, provider }, body }).then(
      async ({ name }) => {
        await leave()
        await queries.invalidateQueries()
        toast({ title: `${name} connected`, tone: 'success' })
      },
      async (error: unknown) => {
        setProblem(actionErrorText(error))
        await leave()
      },
    )
  }, [call, code, navigate, pk, provider, queries, realm_id, state, toast])
  if (problem !== null)
    return (
      <Note tone="error" title="Not connected">
        {problem}
      </Note>
    )
  return provider ? <Note tone="info">Connecting…</Note> : null
}
