import { useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { type PayerPayment, type PaymentOption, usePayer } from './payer.ts'
import { newRequestId, optionIdOf } from './payment-values.ts'

export interface PayFailure {
  readonly title: string
  readonly body: string
  /** Nobody knows whether it went through: the same payment can be sent again and is charged once. */
  readonly again: boolean
}

interface Attempt {
  readonly option: PaymentOption
  readonly body: Record<string, string | boolean>
}

interface Problems {
  readonly failure: PayFailure | null
  readonly fields: Readonly<Record<string, string>>
}

const NO_PROBLEMS: Problems = { failure: null, fields: {} }

type Work = () => Promise<PayerPayment>

export interface Pay {
  readonly busy: boolean
  readonly result: PayerPayment | null
  readonly failure: PayFailure | null
  readonly fieldProblems: Readonly<Record<string, string>>
  /** One key for the dialog, kept on retry, renewed only after a definite refusal. */
  readonly requestId: () => string
  pay(attempt: Attempt): void
  /** The same for a payment that is sent in another way: the capture of an order. */
  run(work: Work): void
  repeat(): void
  /** The payment moved on: a challenge was answered, or it was looked at again. */
  follow(payment: PayerPayment): void
  /** What was under way came to nothing: back to the form, which says why. */
  refused(error: unknown): void
  /** The payer turned back before anything was paid: the next try is a new payment. */
  startAnew(): void
}

/** Sends a payment once, however often the button is pressed, and keeps what came of it. */
export function usePay(resumed: PayerPayment | null = null): Pay {
  const payer = usePayer()
  const key = useRef(newRequestId())
  const last = useRef<Work | null>(null)
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS)
  const [result, setResult] = useState<PayerPayment | null>(resumed)

  const readAgain = (): void => {
    payer.paid()
    for (const name of ['payment-options', 'invoice-payments']) invalidateQuery(name)
  }
  const turnBack = (shown: PayFailure | null): void => {
    key.current = newRequestId()
    setProblems({ ...NO_PROBLEMS, failure: shown })
    setResult(null)
    readAgain()
  }
  const follow = (payment: PayerPayment): void => {
    if (payment.status === 'rejected' || payment.status === 'error') {
      turnBack({ title: 'Payment Unsuccessful', body: payment.message, again: false })
    } else {
      setResult(payment)
      readAgain()
    }
  }
  const sending = useSingleMutation({
    mutationFn: (work: Work) => work(),
    onSuccess: follow,
    onError: (error) => {
      const { definite, refused, ...told } = readFailure(error)
      setProblems(told)
      if (definite) key.current = newRequestId()
      if (refused) readAgain()
    },
  })
  const run = (work: Work): void => {
    last.current = work
    setProblems(NO_PROBLEMS)
    sending.mutate(work)
  }
  return {
    busy: sending.isPending,
    result,
    failure: problems.failure,
    fieldProblems: problems.fields,
    requestId: () => key.current,
    pay: ({ option, body }) =>
      run(() =>
        payer.call(contract.payments.pay, {
          params: { invoice: option.extra_data.invoice_id, option: optionIdOf(option) },
          body,
        }),
      ),
    run,
    repeat: () => last.current && run(last.current),
    follow,
    refused: (error) => turnBack(readFailure(error).failure),
    startAnew: () => turnBack(null),
  }
}

interface ReadFailure extends Problems {
  /** The server said no: nothing was charged under this key, and the next try is a new payment. */
  definite: boolean
  /** It said why: what is owed, or how it can be paid, may be another thing than what the form showed. */
  refused: boolean
}

function readFailure(error: unknown): ReadFailure {
  if (!(error instanceof ApiError))
    return {
      failure: { title: 'Payment Unsuccessful', body: (error as Error).message, again: false },
      fields: {},
      definite: true,
      refused: false,
    }
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, messages]) => [name, messages.join(' ')]),
  )
  const said = (title: string, again: boolean): ReadFailure => ({
    failure: { title, body: error.message, again },
    fields,
    definite: !again,
    refused: !again,
  })
  if (error.code === 'processor_unavailable') return said('Payment processor unavailable', false)
  if (error.code === 'payments_paused') return said('Payments are paused', false)
  // Still under way, or nobody knows: the key stays, so that trying again can't charge twice.
  if (error.code === 'in_progress') return said('Your payment is still being processed', true)
  if (error.status === 0 || error.status >= 500) return said('We could not finish sending your payment', true)
  if (error.status === 400 && Object.keys(fields).length > 0)
    return { failure: null, fields, definite: false, refused: true }
  return said('Payment Unsuccessful', false)
}
