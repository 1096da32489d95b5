import { useSearch } from '@tanstack/react-router'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { PAYMENT_PROCESSOR_PATH } from '../../paths.ts'
import { type Attempt, Finish } from '../finish.tsx'
import { readTexts } from './connection-answer.ts'

/** Finishes the connection to a processor that a person began. */
export function FinishConnection() {
  const { pk } = useAccount()
  const { provider, answer } = useSearch({ from: '/shell/settings/payment-processor' })
  const call = useCall()
  return (
    <Finish attempt={provider ? attemptOf(call, pk, provider, answer) : null} path={PAYMENT_PROCESSOR_PATH} />
  )
}

function attemptOf(
  call: ReturnType<typeof useCall>,
  account: string,
  provider: string,
  answer: string | undefined,
): Attempt {
  const { code = '', scope = '', state = '', ...extra_data } = (answer && readTexts(answer)) || {}
  const body = { code, scope, state, extra_data }
  return {
    finish: () => call(contract.paymentConnections.finish, { params: { account, provider }, body }),
    findConnected: async () =>
      (await call(contract.paymentConnections.list, { params: { account } })).find(
        (one) => one.provider === provider && one.status === 'connected',
      ),
  }
}
