import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'

type Choices = ReplyOf<typeof contract.processorChoice.read>

export interface Choice {
  readonly type: Choices['types'][number]['type']
  readonly currency: string
  readonly provider: string
}

/** The processors of new payments, and how to choose others. A change is saved at once. */
export function useProcessorChoices() {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const queryKey = ['processor-choices', pk]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(contract.processorChoice.read, { params: { account: pk } }, { signal }),
  })
  const types = data?.types ?? []
  const { run, busy } = useAction(async (type: Choice['type'], choices: readonly Choice[]) => {
    setProblem(null)
    const body = { choices: [...types.filter((one) => one.type !== type).flatMap(choicesOf), ...choices] }
    try {
      queries.setQueryData(
        queryKey,
        await call(contract.processorChoice.choose, { params: { account: pk }, body }),
      )
      toast({ title: 'Saved', tone: 'success' })
    } catch (error) {
      const [first] = error instanceof ApiError ? Object.values(error.fields).flat() : []
      setProblem(first ?? actionErrorText(error))
    }
  })
  return {
    types,
    problem,
    busy,
    save: (type: Choice['type'], choices: readonly Choice[]) => void run(type, choices),
  }
}

/** The choices of another type as they are. One whose processor is not connected stays unchosen. */
const choicesOf = ({ type, provider, currencies, processors }: Choices['types'][number]): Choice[] =>
  processors.some((one) => one.provider === provider)
    ? [{ type, currency: '', provider }, ...currencies.map((one) => ({ type, ...one }))]
    : []
