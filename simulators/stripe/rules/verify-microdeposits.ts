import type { PaymentIntent, SetupIntent } from '../state/wire-types.ts'
import type { Call } from '../wire/call.ts'
import { invalidRequest } from '../wire/stripe-error.ts'
import { chargePayment } from './charge-payment.ts'
import { completeSetup } from './confirm-setup-intent.ts'

const AMOUNTS = ['32', '45']
const CODE = 'SM11AA'
const MAX_ATTEMPTS = 10
const ATTEMPTS = new WeakMap<object, number>()

/** Checks the two amounts (32 and 45) or the code (SM11AA) that the bank statement shows, then resumes the intent. */
export function verifyMicrodeposits(
  { world, state, params }: Pick<Call, 'world' | 'state' | 'params'>,
  intent: PaymentIntent | SetupIntent,
): void {
  params.allow('amounts', 'descriptor_code', 'client_secret')
  if (intent.next_action?.type !== 'verify_with_microdeposits' || intent.payment_method === null)
    throw invalidRequest('This intent does not await a verification with micro-deposits.', {
      code: `${intent.object}_unexpected_state`,
    })
  const amounts = params.list('amounts').toSorted()
  const code = params.text('descriptor_code')
  const isRight = code === undefined ? amounts.join() === AMOUNTS.join() : code.toUpperCase() === CODE
  if (!isRight) throw refuseVerification(intent, code === undefined ? 'amounts' : 'descriptor_code')
  const method = state.get('pm', intent.payment_method)
  state.instruments.get(method.id)!.verified = true
  if (intent.object === 'payment_intent') chargePayment({ world, state, intent, method }, false)
  else completeSetup({ world, state, intent, method })
}

function refuseVerification(intent: PaymentIntent | SetupIntent, param: string) {
  const attempts = (ATTEMPTS.get(intent) ?? 0) + 1
  ATTEMPTS.set(intent, attempts)
  if (attempts < MAX_ATTEMPTS)
    return invalidRequest(
      `The ${param.replace('_', ' ')} do not match what was sent to the bank account. You have ${MAX_ATTEMPTS - attempts} attempts left.`,
      {
        code: `payment_method_microdeposit_verification_${param}_mismatch`,
        param,
      },
    )
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  return invalidRequest('You have exceeded the number of allowed verification attempts.', {
    code: 'payment_method_microdeposit_verification_attempts_exceeded',
    param,
  })
}
