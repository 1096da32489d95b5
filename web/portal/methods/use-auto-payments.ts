import { contract } from '../../../contract/index.ts'
import { useCall, useSession } from '../../session/session-context.tsx'
import { askAgain, useAnswer } from '../../session/use-answer.ts'

const NAME = 'auto-payments'

/** Whether a method pays by itself, and what it will be charged for. */
export function useAutoPayments() {
  const { customerId } = useSession()
  const call = useCall()
  return useAnswer({
    key: [NAME, customerId],
    ask: (signal) => call(contract.autoPayments.read, {}, { signal }),
  })
}

/** A method was stored, paid, or pays by itself from now on. */
export function askForMethodsAgain(): void {
  for (const name of [NAME, 'payment-methods']) askAgain(name)
}
