import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { PAYMENT_PROCESSOR_PATH } from '../../paths.ts'
import { readTexts } from './connection-answer.ts'

/** Finishes the connection that a person began, once. Renders only what keeps them waiting, or the reason of a failure. */
export function FinishConnection() {
  const { pk } = useAccount()
  const { provider, answer } = useSearch({ from: '/shell/settings/payment-processor' })
  const call = useCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !provider) return
    begun.current = true
    const { code = '', scope = '', state = '', ...extra_data } = (answer && readTexts(answer)) || {}
    const body = { code, scope, state, extra_data }
    const leave = () => navigate({ to: PAYMENT_PROCESSOR_PATH, replace: true })
    call(contract.paymentConnections.finish, { params: { account: pk, provider }, body }).then(
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
  }, [answer, call, navigate, pk, provider, queries, toast])
  if (problem !== null)
    return (
      <Note tone="error" title="Not connected">
        {problem}
      </Note>
    )
  return provider ? <Note tone="info">Connecting…</Note> : null
}
