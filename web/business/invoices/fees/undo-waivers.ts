import { contract } from '../../../../contract/index.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import type { Session } from '../../../session/session.ts'
import type { ToastInput } from '../../../ui/overlay/toast.tsx'

/** Charges fees again that were just waived. Those that changed since stay waived. Returns the message about how it went. */
export async function undoWaivers(
  call: Session['call'],
  account: string,
  fees: readonly string[],
): Promise<ToastInput> {
  let restored = 0
  let why = ''
  for (const fee of fees) {
    try {
      await call(contract.lateFees.undoWaiver, { params: { account, fee } })
      restored += 1
    } catch (error) {
      why = actionErrorText(error)
    }
  }
  if (restored === 0) return { title: 'We couldn’t undo this', body: why, tone: 'error' }
  return {
    title: restored === 1 ? 'Fee charged again' : `${restored} fees charged again`,
    ...(why !== '' && { body: `${fees.length - restored} stay waived: ${why}` }),
    tone: why === '' ? 'success' : 'info',
  }
}
