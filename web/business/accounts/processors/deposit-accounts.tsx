import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { paymentTypeText } from '../../../../domain/payments/payment-status.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'

type Connection = ReplyOf<typeof contract.paymentConnections.list>[number]
type Deposit = Connection['deposits'][number]

/** Chooses which of the company's accounts at the processor takes which payments. A choice is saved at once. */
export function DepositAccounts({ connection }: { connection: Connection }) {
  const { pk } = useAccount()
  const may = useCan('processor.connect')
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const { provider, name, deposits } = connection
  const { run, busy } = useAction(async (changed: Deposit, account: string) => {
    setProblem(null)
    const choices = deposits.map((one) => ({
      deposit_to: one.deposit_to,
      type: one.type,
      account: one === changed ? account : one.account,
    }))
    try {
      await call(contract.paymentConnections.chooseAccounts, {
        params: { account: pk, provider },
        body: { choices },
      })
      await queries.invalidateQueries({ queryKey: ['payment-connections', pk] })
      toast({ title: 'Saved', tone: 'success' })
    } catch (error) {
      const [first] = error instanceof ApiError ? Object.values(error.fields).flat() : []
      setProblem(first ?? actionErrorText(error))
    }
  })
  return (
    <fieldset disabled={!may || busy} className="mt-2 grid gap-3 sm:grid-cols-2">
      <legend className="sr-only">{`Accounts at ${name}`}</legend>
      {problem !== null && (
        <Note tone="error" className="sm:col-span-2">
          {problem}
        </Note>
      )}
      {deposits.map((one) => (
        <Select
          key={`${one.deposit_to} ${one.type}`}
          label={labelOf(one)}
          value={one.account}
          options={one.accounts.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={(event) => void run(one, event.target.value)}
        />
      ))}
      {!deposits.some(({ deposit_to: to }) => to === 'trust') && (
        <p className="text-13 text-ink-2 sm:col-span-2">
          {`${name} gave access to no trust account, so invoices can’t ask for deposits.`}
        </p>
      )}
    </fieldset>
  )
}

const labelOf = ({ deposit_to: to, type }: Deposit): string =>
  `${to === 'trust' ? 'Trust account' : 'Operating account'}: ${paymentTypeText(type).toLowerCase()}`
